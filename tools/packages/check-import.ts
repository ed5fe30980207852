/**
 * Measures the processor time that importing the SDK adds to the start of a program, and fails if it is too high. Needs
 * `npm run build`.
 *
 * Machines differ, so the limit is relative to the time that importing ky takes on the same machine.
 */
import { execFileSync } from 'node:child_process';
import { root } from '../source-paths.ts';

/** The number of rounds. A busy machine needs more until one of them is undisturbed. */
const ROUNDS = { least: 15, most: 60 };
/** Measured: 0.23. Most of it is loading and compiling the files. */
const LIMIT = 0.35;

const modules = {
  nothing: 'data:text/javascript,',
  sdk: new URL('packages/sdk/dist/index.js', `file://${root}`).href,
  ky: import.meta.resolve('ky'),
};

/** The processor time of a process that imports a module, in milliseconds. */
function cpuMs(module: string): number {
  const code = `await import(${JSON.stringify(module)});
    const { user, system } = process.cpuUsage();
    process.stdout.write(String((user + system) / 1000));`;
  const written = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
  });
  return Number(written);
}

/** Interleaves the runs, so that a slow machine affects all of them, and returns the minimum of each. */
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
