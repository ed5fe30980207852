import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { platform } from 'node:process';
import { run } from '../run.ts';
import { root } from '../source-paths.ts';

/** The marker in the Node binary that enables an embedded program. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

async function mustRun(...command: readonly [string, ...string[]]): Promise<void> {
  const { ok, output } = await run(command);
  if (!ok) throw new Error(`${command.join(' ')} failed:\n${output}`);
}

/**
 * Writes an executable with the running Node and a program inside, as Node's documentation describes.
 *
 * @param executable - The file to write.
 * @param script - The program: one file in CommonJS. Two files are written beside it.
 * @param assets - Files inside of the executable, by name.
 */
export async function makeExecutable(
  executable: string,
  script: string,
  assets: Readonly<Record<string, string>> = {},
): Promise<void> {
  const [settings, blob] = [`${script}.json`, `${script}.blob`];
  const configuration = { main: script, output: blob, disableExperimentalSEAWarning: true, assets };
  writeFileSync(settings, JSON.stringify(configuration));
  await mustRun(process.execPath, '--experimental-sea-config', settings);
  rmSync(executable, { force: true });
  copyFileSync(process.execPath, executable);
  chmodSync(executable, 0o755);
  // macOS refuses a file that has changed since it was signed.
  if (platform === 'darwin') await mustRun('codesign', '--remove-signature', executable);
  const segment = platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : [];
  const postject = `${root}node_modules/postject/dist/cli.js`;
  const options = ['--sentinel-fuse', FUSE, ...segment];
  await mustRun(process.execPath, postject, executable, 'NODE_SEA_BLOB', blob, ...options);
  if (platform === 'darwin') await mustRun('codesign', '--sign', '-', executable);
}
