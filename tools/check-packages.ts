/**
 * Tests the packages as users get them: packs them, checks the tarballs, installs them in empty folders, and uses them
 * there with every resolver and compiler that the packages support. Needs `npm run build`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Package, packages } from './packages.ts';
import { makeEmptyFolder } from './packed/empty-folder.ts';
import { firstSteps, NewUser } from './packed/first-steps.ts';
import {
  compile,
  entries,
  installOldest,
  isForVitest,
  resolutions,
  runProgram,
  writePrograms,
} from './packed/programs.ts';
import { checkContents, tarballOf } from './packed/tarballs.ts';
import { Report } from './report.ts';
import { inParallel, type Outcome, run } from './run.ts';

type Check = readonly [name: string, work: () => Promise<Outcome> | Outcome];

const report = new Report();
const temporary = makeEmptyFolder();
const consumer = join(temporary, 'consumer');
const user = new NewUser(join(temporary, 'user'));
const tarballs = packages.map((one) => tarballOf(one, temporary));

/** The programs that are run, compiled with the most common settings. */
const OUT = 'out';

async function runAll(checks: readonly Check[]): Promise<void> {
  await inParallel(checks, ([name, work]) => runOne(name, work));
}

/** Runs a check. One that throws has failed; the others still run. */
async function runOne(name: string, work: Check[1]): Promise<void> {
  try {
    report.add(name, await work());
  } catch (error) {
    report.add(name, { ok: false, output: String(error), seconds: 0 });
  }
}

/** Entries that `require()` cannot load, by design. */
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

/** The newest compiler no longer supports this resolution. */
const isKnown = (compiler: Compiler, resolution: Resolution) =>
  compiler === 'oldest' || resolution !== 'node10';

const compilations = (Object.keys(compilers) as Compiler[]).flatMap((compiler) =>
  (Object.keys(resolutions) as Resolution[])
    .filter((resolution) => isKnown(compiler, resolution))
    .map((resolution) => [compiler, resolution] as const),
);

function typesUnder(compiler: Compiler, resolution: Resolution): Check {
  const folder = resolution === 'bare' ? user.folder : consumer;
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
  for (const [name, work] of firstSteps(user, tarballs)) await runOne(`new user: ${name}`, work);
  writePrograms(consumer, true);
  writePrograms(user.folder, false);
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
  user.close();
  rmSync(temporary, { recursive: true, force: true });
}
report.end();
