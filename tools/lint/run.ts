/**
 * `npm run lint` runs every static check, `npm run lint -- oxlint biome` only those named. `npm run lint -- lines` prints how
 * many lines each part of the repository has.
 */
import { inParallel, run } from '../run.ts';
import { printLines } from './lines.ts';

// The slowest check comes first, and the others run beside it.
const checks: Readonly<Record<string, readonly [string, ...string[]]>> = {
  // The linter, with types. It also keeps the emulator's domain pure, and refuses default exports, because importers
  // choose their names.
  oxlint: ['oxlint', '--deny-warnings'],
  // The imports that each room may have, and no cycles of imports, types included.
  arrows: [
    'depcruise',
    '--config',
    'tools/lint/arrows.mjs',
    '--output-type',
    'err-long',
    'packages/*/{src,reads,test}',
    'tools',
    'benches',
    'test',
  ],
  // Every file, export and dependency is used.
  unused: ['knip', '--config', 'tools/lint/knip.jsonc', '--no-config-hints', '--cache'],
  // The formatter, which also sorts imports.
  biome: ['biome', 'check', '--error-on-warnings'],
  // A test and the code cite each clause of docs/behavior, and each id that is cited exists.
  clauses: ['node', 'tools/lint/clauses.ts'],
  // Each tag of a doc comment begins a line.
  comments: ['node', 'tools/lint/doc-comments.ts'],
  // The generated files are what `npm run generate` writes.
  generated: ['node', '--import', './tools/source-resolution.ts', 'tools/generate.ts', '--check'],
};

// The type checker of oxlint is a Go program. A quarter of its time is spent on garbage, which fits into memory.
process.env.GOGC ??= 'off';
process.env.GOMEMLIMIT ??= '3GiB';

const asked = process.argv.slice(2);
for (const name of asked)
  if (!(name in checks) && name !== 'lines')
    throw new Error(`Unknown check "${name}"; use ${Object.keys(checks).join(', ')}, lines.`);

if (asked.includes('lines')) printLines();
else await runChecks(Object.entries(checks).filter(([name]) => asked.length === 0 || asked.includes(name)));

async function runChecks(chosen: readonly (readonly [string, readonly [string, ...string[]]])[]) {
  let failed = 0;
  await inParallel(chosen, async ([name, command]) => {
    const { ok, output, seconds } = await run(command);
    process.stdout.write(`${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)\n`);
    if (ok) return;
    failed += 1;
    process.stdout.write(`${output.trimEnd().replace(/^/gm, '    ')}\n`);
  });
  process.stdout.write(`${chosen.length - failed} passed, ${failed} failed\n`);
  if (failed > 0) process.exitCode = 1;
}
