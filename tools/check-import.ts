/**
 * Measures what importing the SDK costs a program that starts, in processor time over a process that imports an empty
 * file, and fails far above what it should be. Needs `npm run build`.
 *
 * Machines differ, so the limit is a share of what importing ky costs on the same machine in the same minute: an import
 * that makes the SDK much more expensive to load shows immediately.
 */
import { execFileSync } from 'node:child_process';
import { root } from './source-paths.ts';

/** So many at least; on a machine that is disturbed all the time more, until one is not. */
const ROUNDS = { least: 15, most: 60 };
/** Measured: 0.23, of which most is loading and compiling the files. */
const LIMIT = 0.35;

const modules = {
  nothing: 'data:text/javascript,',
  sdk: new URL('packages/sdk/dist/index.js', `file://${root}`).href,
  ky: import.meta.resolve('ky'),
};

/** Processor time of a whole process that imports a module, in milliseconds. */
function cpuMs(module: string): number {
  const code = `await import(${JSON.stringify(module)});
    const { user, system } = process.cpuUsage();
    process.stdout.write(String((user + system) / 1000));`;
  const written = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
  });
  return Number(written);
}

/** In turn, so that a machine that slows down slows down all of them; and the least, which nothing has disturbed. */
const least = { nothing: Infinity, sdk: Infinity, ky: Infinity };
const overNothing = (name: 'sdk' | 'ky') => least[name] - least.nothing;
const shareOfKy = () => overNothing('sdk') / overNothing('ky');
for (let round = 0; round < ROUNDS.least || (round < ROUNDS.most && shareOfKy() > LIMIT); round++) {
  for (const name of ['nothing', 'sdk', 'ky'] as const)
    least[name] = Math.min(least[name], cpuMs(modules[name]));
}
const [sdk, ky] = [overNothing('sdk').toFixed(1), overNothing('ky').toFixed(1)];
const share = shareOfKy();
process.stdout.write(`importing the SDK takes ${sdk} ms of CPU, ky ${ky} ms: ${share.toFixed(2)} of it\n`);
if (share > LIMIT) {
  process.stderr.write(`that is more than ${LIMIT}: what is new in the import?\n`);
  process.exitCode = 1;
}
