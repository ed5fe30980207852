/**
 * `npm run build:executable` writes dist/messaging-emulator: the emulator's command with Node and the inspector inside,
 * for machines without Node. It runs on the platform on which it was built. Build the inspector first.
 */
import { chmodSync, copyFileSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { arch, platform } from 'node:process';
import { run } from '../run.ts';
import { root, sourcePaths } from '../source-paths.ts';
import { bundleCommand } from './bundle-command.ts';

const folder = `${root}dist/`;
const work = `${folder}executable/`;
const inspector = `${root}packages/emulator/dist/inspector/`;
/** The marker in the Node binary that enables an embedded program. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

async function mustRun(...command: readonly [string, ...string[]]): Promise<void> {
  const { ok, output } = await run(command);
  if (!ok) throw new Error(`${command.join(' ')} failed:\n${output}`);
}

const pages = globSync('**/*.{html,js,css,svg}', { cwd: inspector });
if (pages.length === 0) throw new Error(`${inspector} is empty: run npm run build:inspector first.`);

rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
await bundleCommand(`${work}command.cjs`, sourcePaths);
const assets = Object.fromEntries(pages.map((page) => [page.replaceAll('\\', '/'), inspector + page]));
writeFileSync(
  `${work}sea.json`,
  JSON.stringify({
    main: `${work}command.cjs`,
    output: `${work}command.blob`,
    disableExperimentalSEAWarning: true,
    assets,
  }),
);
await mustRun(process.execPath, '--experimental-sea-config', `${work}sea.json`);

const executable = `${folder}messaging-emulator${platform === 'win32' ? '.exe' : ''}`;
rmSync(executable, { force: true });
copyFileSync(process.execPath, executable);
chmodSync(executable, 0o755);
// macOS refuses a file that has changed since it was signed.
if (platform === 'darwin') await mustRun('codesign', '--remove-signature', executable);
const segment = platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : [];
const postject = `${root}node_modules/postject/dist/cli.js`;
await mustRun(
  process.execPath,
  postject,
  executable,
  'NODE_SEA_BLOB',
  `${work}command.blob`,
  '--sentinel-fuse',
  FUSE,
  ...segment,
);
if (platform === 'darwin') await mustRun('codesign', '--sign', '-', executable);
rmSync(work, { recursive: true });
process.stdout.write(`${executable} (${platform}-${arch})\n`);
