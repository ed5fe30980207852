/**
 * `npm run test:mutation` tests the mutants of every target, `npm run test:mutation -- verify call` only of those named.
 * Takes minutes to hours. Run `npm ci --prefix tools/mutation` first. The reports are in `tools/mutation/reports`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { targets } from './targets.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = fileURLToPath(new URL('node_modules/@stryker-mutator/core/bin/stryker.js', import.meta.url));
if (!existsSync(program)) throw new Error('Stryker is not installed. Run npm ci --prefix tools/mutation.');

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(targets);
for (const name of names) {
  if (!(name in targets))
    throw new Error(`Unknown target "${name}"; use ${Object.keys(targets).join(', ')}.`);
  const { status } = spawnSync(process.execPath, [program, 'run', 'tools/mutation/stryker.config.mjs'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, MUTATION_TARGET: name },
  });
  if (status !== 0) process.exitCode = 1;
}
