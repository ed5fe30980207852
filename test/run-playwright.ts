import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { x } from 'tinyexec';
import { CHROMIUM, hasChromium } from '../tools/chromium.ts';
import { root } from '../tools/source-paths.ts';

export { hasChromium };

if (!hasChromium)
  process.stderr.write(`The tests with Playwright are skipped: ${CHROMIUM} is not installed.\n`);

/**
 * Runs the tests of a Playwright configuration with the sources of the packages, also in the processes of the application.
 *
 * @param config - The configuration, from the root of the repository.
 * @param url - A running emulator; default: each worker has its own.
 * @param token - The token of its control API; default: none.
 * @returns Everything that Playwright prints.
 */
export async function runPlaywright(config: string, url = '', token = ''): Promise<string> {
  const output = `node_modules/.cache/playwright/${basename(dirname(config))}`;
  const args = ['test', '--config', config, '--output', output, '--tsconfig', 'tsconfig.json'];
  const env = {
    MESSAGING_EMULATOR_URL: url,
    MESSAGING_EMULATOR_TOKEN: token,
    CHROMIUM_PATH: CHROMIUM,
    NODE_OPTIONS: `--import ${pathToFileURL(`${root}tools/source-resolution.ts`).href}`,
  };
  const { stdout, stderr } = await x('playwright', args, { nodeOptions: { cwd: root, env } });
  return stdout + stderr;
}
