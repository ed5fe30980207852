/**
 * `npx node tools/executable/build.ts` writes dist/messaging-emulator: the emulator's command with Node and the inspector inside,
 * for machines without Node. It runs on the platform on which it was built. Build the inspector first.
 */
import { globSync, mkdirSync, rmSync } from 'node:fs';
import { arch, platform } from 'node:process';
import { root, sourcePaths } from '../source-paths.ts';
import { bundleCommand } from './bundle-command.ts';
import { makeExecutable } from './make-executable.ts';

const folder = `${root}dist/`;
const work = `${folder}executable/`;
const inspector = `${root}packages/emulator/dist/inspector/`;

const pages = globSync('**/*.{html,js,css,svg}', { cwd: inspector });
if (pages.length === 0) throw new Error(`${inspector} is empty: run npm run build first.`);

rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
await bundleCommand(`${work}command.cjs`, sourcePaths);
const assets = Object.fromEntries(pages.map((page) => [page.replaceAll('\\', '/'), inspector + page]));
const executable = `${folder}messaging-emulator${platform === 'win32' ? '.exe' : ''}`;
await makeExecutable(executable, `${work}command.cjs`, assets);
rmSync(work, { recursive: true });
process.stdout.write(`${executable} (${platform}-${arch})\n`);
