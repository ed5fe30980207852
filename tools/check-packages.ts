/**
 * Checks what users get: packs every package, judges the tarballs, installs them into empty folders and uses them there,
 * as every resolver and compiler that the packages promise to work with. Needs `npm run build` first.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Package, packages } from './packages.ts';
import { makeEmptyFolder } from './packed/empty-folder.ts';
import {
  compile,
  entries,
  installOldest,
  isForVitest,
  resolutions,
  runProgram,
  writePrograms,
} from './packed/programs.ts';
import { firstDay, Stranger } from './packed/stranger.ts';
import { checkContents, tarballOf } from './packed/tarballs.ts';
import { Report } from './report.ts';
import { inParallel, type Outcome, run } from './run.ts';

type Check = readonly [name: string, work: () => Promise<Outcome> | Outcome];

const report = new Report();
const temporary = makeEmptyFolder();
const consumer = join(temporary, 'consumer');
const stranger = new Stranger(join(temporary, 'stranger'));
const tarballs = packages.map((one) => tarballOf(one, temporary));

/** Where the programs are that were compiled as most people do, and that are run. */
const OUT = 'out';

async function runAll(checks: readonly Check[]): Promise<void> {
  await inParallel(checks, ([name, work]) => runOne(name, work));
}

/** A check that throws has failed, and the others go on. */
async function runOne(name: string, work: Check[1]): Promise<void> {
  try {
    report.add(name, await work());
  } catch (error) {
    report.add(name, { ok: false, output: String(error), seconds: 0 });
  }
}

/** What cannot be required by design is no fault. */
function esmOnly({ entries: own, manifest }: Package): string[] {
  const names = own
    .filter(({ dual }) => !dual)
    .map(({ specifier }) => `.${specifier.slice(manifest.name.length)}`);
  return names.length === 0 ? [] : ['--exclude-entrypoints', ...names];
}

function install(): Promise<Outcome> {
  mkdirSync(consumer);
  writeFileSync(join(consumer, 'package.json'), '{ "private": true }\n');
  return run(['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], consumer);
}

const oldest = join(temporary, 'oldest');
const compilers = {
  newest: ['tsc'],
  oldest: ['node', join(oldest, 'node_modules', 'typescript', 'bin', 'tsc')],
} as const;

type Compiler = keyof typeof compilers;
type Resolution = keyof typeof resolutions;

/** The newest compiler no longer knows this resolution. */
const isKnown = (compiler: Compiler, resolution: Resolution) =>
  compiler === 'oldest' || resolution !== 'node10';

const compilations = (Object.keys(compilers) as Compiler[]).flatMap((compiler) =>
  (Object.keys(resolutions) as Resolution[])
    .filter((resolution) => isKnown(compiler, resolution))
    .map((resolution) => [compiler, resolution] as const),
);

function typesUnder(compiler: Compiler, resolution: Resolution): Check {
  const folder = resolution === 'bare' ? stranger.folder : consumer;
  const out = compiler === 'newest' && resolution === 'nodenext' ? OUT : `${OUT}-${compiler}-${resolution}`;
  return [
    `types under ${resolution}, ${compiler} compiler`,
    () => compile(folder, compilers[compiler], resolution, out),
  ];
}

try {
  await runAll(
    packages.map((one) => [
      `pack ${one.name}`,
      () => run(['npm', 'pack', '--pack-destination', temporary], one.folder),
    ]),
  );
  await runAll([
    ['install the tarballs', install],
    ['install the oldest compiler', () => installOldest(oldest)],
    ...packages.flatMap((one): Check[] => [
      [`contents of ${one.name}`, () => checkContents(one, temporary)],
      [`publint ${one.name}`, () => run(['publint', '--strict', tarballOf(one, temporary)])],
      [
        `attw ${one.name}`,
        () => run(['attw', tarballOf(one, temporary), '--profile', 'strict', ...esmOnly(one)]),
      ],
    ]),
  ]);
  for (const [name, work] of firstDay(stranger, tarballs)) await runOne(`stranger: ${name}`, work);
  writePrograms(consumer, true);
  writePrograms(stranger.folder, false);
  await runAll(compilations.map((one) => typesUnder(...one)));
  await runAll(
    entries.flatMap((entry): Check[] => [
      [`import ${entry.specifier}`, () => runProgram(consumer, OUT, entry, 'import')],
      ...(entry.dual && !isForVitest(entry)
        ? [[`require ${entry.specifier}`, () => runProgram(consumer, OUT, entry, 'require')] as const]
        : []),
    ]),
  );
} finally {
  stranger.close();
  rmSync(temporary, { recursive: true, force: true });
}
report.end();
