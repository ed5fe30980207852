/**
 * `npm run example otp-login` runs an example with the sources of the packages. `npm run example some/file.ts` runs any program in this way.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RESULTS } from '../site/example-files.ts';
import { root } from '../source-paths.ts';
import { WAYS, type Way } from './ways.ts';

const SOURCES = `--import=${pathToFileURL(`${root}tools/source-resolution.ts`).href}`;

const [name = '', ...args] = process.argv.slice(2);
const way = Object.hasOwn(WAYS, name) ? WAYS[name] : undefined;
if (way !== undefined) process.exitCode = await runExample(name, way);
else if (/\.[cm]?[jt]s$/.test(name)) process.exitCode = await start('node', [SOURCES, name, ...args]);
else {
  const names = Object.keys(WAYS).join(', ');
  process.stderr.write(
    `${name === '' ? 'Name an example' : `There is no example ${JSON.stringify(name)}`}. The examples are: ${names}.\nRun one with: npm run example otp-login\n`,
  );
  process.exitCode = 1;
}

async function runExample(example: string, chosen: Way): Promise<number> {
  const folder = join(root, 'examples', example);
  if ('program' in chosen) return start('node', [SOURCES, join(folder, chosen.program), ...args]);
  if ('vitest' in chosen) return start('npx', ['vitest', 'run', ...chosen.vitest, ...args]);
  if (chosen.test === 'in place') {
    const emulator = join(root, 'packages/server/src/cli/main.ts');
    const env = { MESSAGING_EMULATOR_COMMAND: `node ${SOURCES} ${emulator}`, NODE_OPTIONS: SOURCES };
    return start('npm', ['test'], folder, env);
  }
  const copy = join(mkdtempSync(join(tmpdir(), 'messaging-example-')), example);
  cpSync(folder, copy, { recursive: true, filter: (path) => !RESULTS.test(basename(path)) });
  const status = await start('node', [join(root, 'tools/use-in/main.ts'), copy]);
  return status === 0 ? start('npm', ['test'], copy) : status;
}

/** Runs a program in the terminal of this one, and returns its exit code. */
function start(
  program: string,
  programArgs: readonly string[],
  cwd = process.cwd(),
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  const child = spawn(program, programArgs, {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'inherit',
    shell: process.platform === 'win32' && program !== 'node',
  });
  // A terminal sends its signal to both; this process ends with the program.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve(code ?? 1));
  });
}
