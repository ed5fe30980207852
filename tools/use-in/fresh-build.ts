import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../source-paths.ts';

/** Everything that the build reads. A folder counts, too: its time changes when a file in it is deleted or renamed. */
const SOURCES = [
  'packages/*/{src,reads}',
  'packages/*/{src,reads}/**/*',
  'packages/*/{control-api.json,package.json,README.md,CHANGELOG.md,index.html,vite.config.ts}',
  'docs/guides/*.md',
  'tools/build/*',
  'tools/site/package-texts.ts',
  'llms.txt',
  'package-lock.json',
  'tsconfig.json',
];

/** Files that the build writes, from its first step to its last. */
const RESULTS = [
  'packages/webhooks/dist/index.js',
  'packages/sdk/dist/index.js',
  'packages/emulator/dist/index.js',
  'packages/emulator/dist/inspector/index.html',
];

/** Whether a build has ended since the last change of the sources. */
export function isBuilt(folder = root): boolean {
  const results = RESULTS.map((file) => join(folder, file));
  if (!results.every((file) => existsSync(file))) return false;
  const timeOf = (file: string) => statSync(file).mtimeMs;
  const oldest = Math.min(...results.map(timeOf));
  return globSync([...SOURCES], { cwd: folder }).every((file) => timeOf(join(folder, file)) <= oldest);
}
