/**
 * `npm run test:mutation` tests the mutants of every target, `npm run test:mutation -- verify call` only of those named.
 * It takes minutes to an hour for each. `-- domain --sample 25` tests those of 25 % of the lines.
 * Other options go to Stryker, such as `call --mutate packages/sdk/src/call/retry.ts --force`.
 * Run `npm ci --prefix tools/mutation` first. The reports are in `tools/mutation/reports`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chooseWindows, describeSample, type Report } from './sample.ts';
import { type Target, targets } from './targets.ts';

const SEED = 1;

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = fileURLToPath(new URL('node_modules/@stryker-mutator/core/bin/stryker.js', import.meta.url));
if (!existsSync(program)) throw new Error('Stryker is not installed. Run npm ci --prefix tools/mutation.');
process.chdir(root);

const given = process.argv.slice(2);
const firstOption = given.findIndex((argument) => argument.startsWith('--'));
const named = firstOption < 0 ? given : given.slice(0, firstOption);
const options = given.slice(named.length);
for (const name of named.length > 0 ? named : Object.keys(targets)) {
  const target = targets[name];
  if (target === undefined)
    throw new Error(`Unknown target "${name}"; use ${Object.keys(targets).join(', ')}.`);
  if (options[0] === '--sample') testSample(name, target, Number(options[1]));
  else testMutants(name, options);
}

function testMutants(name: string, strykerOptions: readonly string[]): void {
  const { status } = spawnSync(
    process.execPath,
    [program, 'run', 'tools/mutation/stryker.config.mjs', ...strykerOptions],
    { stdio: 'inherit', env: { ...process.env, MUTATION_TARGET: name } },
  );
  if (status !== 0) process.exitCode = 1;
}

function testSample(name: string, { mutate }: Target, percent: number): void {
  if (!(percent > 0 && percent <= 100)) throw new Error('--sample must be a percentage, such as 25.');
  const reports = `tools/mutation/reports/${name}`;
  const windows = chooseWindows(mutate, percent, SEED);
  testMutants(name, [
    '--mutate',
    windows.join(','),
    '--incrementalFile',
    `${reports}/sample-incremental.json`,
  ]);
  const report = JSON.parse(readFileSync(`${reports}/mutation.json`, 'utf8')) as Report;
  process.stdout.write(`${describeSample(report)}\n`);
}
