import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { connectEmulator } from '@messaging-service/emulator/client';
import { root } from '../../tools/source-paths.ts';
import { runPlaywright } from '../run-playwright.ts';
import type { Place } from './places.ts';

const run = promisify(execFile);

/** The year of the virtual clock of every place, by which a way proves that it reached the emulator. */
export const YEAR = '2026-01-01T';

/** The commands of the guides that call the control API in one line, with the address that they name. */
const CURLS = ['control-api', 'docker-and-ci']
  .flatMap((guide) => readFileSync(`${root}docs/guides/${guide}.md`, 'utf8').split('\n'))
  .flatMap((line) => /curl [^`|]*_emulator\/(?:clock|health)[^`|\\]*/.exec(line)?.[0] ?? [])
  .filter((command) => !command.includes('$id'));

/** The base of a control API: that of a server or that of a sandbox. */
function controlOf(url: string): string {
  return /\/_emulator\/sandboxes\/[^/]+$/.test(url) ? url : `${url.replace(/\/$/, '')}/_emulator`;
}

/** Runs a program, and returns what it wrote. */
async function outputOf(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const { stdout } = await run(program, args, { cwd: root, env: { ...process.env, ...env } });
  return stdout;
}

/** How a user reaches an emulator. Each returns something with the time of the emulator, or throws. */
export const WAYS: readonly (readonly [name: string, reach: (place: Place) => Promise<string>])[] = [
  [
    'connectEmulator',
    async ({ url, token }) => {
      const emulator = await connectEmulator({ url, token });
      const now = await emulator.clock.now();
      await emulator.close();
      return now.toISOString();
    },
  ],
  [
    'an application that follows the clock',
    ({ url, token }) => {
      const follow = ['./tools/source-resolution.ts', '@messaging-service/emulator/follow-clock'];
      const program = 'console.log(new Date().toISOString())';
      return outputOf(
        process.execPath,
        [...follow.flatMap((file) => ['--import', file]), '--eval', program],
        {
          MESSAGING_EMULATOR_URL: url,
          MESSAGING_EMULATOR_TOKEN: token,
        },
      );
    },
  ],
  [
    'the fixture for Playwright',
    ({ url, token }) => runPlaywright('test/reach/playwright/playwright.config.ts', url, token),
  ],
  ...CURLS.map(
    (command) =>
      [
        command,
        ({ url, token }: Place) => {
          const authorized = token === undefined ? '' : ` --header 'authorization: Bearer ${token}'`;
          const address =
            /(?:"\$MESSAGING_EMULATOR_URL|http:\/\/(?:127\.0\.0\.1|localhost):4010)\/_emulator([^\s"]*)"?/;
          const called = command.replace(address, (_, path: string) => `'${controlOf(url)}${path}'`);
          const quiet = called
            .replace('--output /dev/null', '')
            .replace(/--retry \d+ --retry-delay \d+ --retry-connrefused/, '');
          return outputOf('sh', ['-c', `${quiet}${authorized}`]);
        },
      ] as const,
  ),
];

/** The health check of the image: it runs beside the server, without a token. */
export function checkHealth(port: string): Promise<string> {
  const [, program = ''] = /"--eval", "(.*)"\]/.exec(readFileSync(`${root}Dockerfile`, 'utf8')) ?? [];
  return outputOf(process.execPath, ['--eval', program.replace(':4010', `:${port}`)]);
}
