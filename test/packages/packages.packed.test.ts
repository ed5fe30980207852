/**
 * The packages as users get them: packed, installed in empty folders, and used there with every resolver and compiler that
 * the packages support. `npx vitest run --project packed packages` runs these tests. They need `npm run build`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { type Package, packages } from '../../tools/packages/packages.ts';
import { run } from '../../tools/run.ts';
import { makeEmptyFolder } from './empty-folder.ts';
import { mustSucceed } from './outcomes.ts';
import {
  COMPILERS,
  type Compiler,
  compile,
  compileDeclared,
  entries,
  installOldest,
  isForVitest,
  isWithoutMsw,
  linkPeers,
  runProgram,
  writeDeclared,
  writePrograms,
} from './programs.ts';
import { checkContents, tarballOf, tarballs } from './tarballs.ts';

const packed = inject('packed');
const temporary = makeEmptyFolder();
const consumer = join(temporary, 'consumer');

beforeAll(async () => {
  mkdirSync(consumer);
  writeFileSync(join(consumer, 'package.json'), '{ "private": true }\n');
  const install = ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'] as const;
  await mustSucceed(run([...install, ...tarballs(packed)], consumer));
  await mustSucceed(installOldest(temporary));
  writePrograms(consumer);
});

afterAll(() => {
  rmSync(temporary, { recursive: true, force: true });
});

/** Entries that `require()` cannot load, by design. */
function esmOnly({ entries: own, manifest }: Package): string[] {
  const names = own
    .filter(({ dual }) => !dual)
    .map(({ specifier }) => `.${specifier.slice(manifest.name.length)}`);
  return names.length === 0 ? [] : ['--exclude-entrypoints', ...names];
}

describe.concurrent.each(packages)('the tarball of $name', (one) => {
  const tarball = tarballOf(one, packed);

  test('contains all required files and no others', () => mustSucceed(checkContents(one, packed)));

  test('has no problem for publint', () => mustSucceed(run(['publint', '--strict', tarball])));

  test('has types for every resolver, says attw', () =>
    mustSucceed(run(['attw', tarball, '--profile', 'strict', ...esmOnly(one)])));
});

test.each(['messaging-emulator', 'messaging-webhooks', 'messaging-conformance'])(
  'the command %s runs',
  (command) => mustSucceed(run([join(consumer, 'node_modules', '.bin', command), '--version'], consumer)),
);

// Not concurrent itself, so that it ends before the optional peers are linked.
test.concurrent.each(Object.keys(COMPILERS) as Compiler[])(
  'a program for each entry, without optional peers and types of browsers, compiles with the %s compiler',
  (compiler) => mustSucceed(compile(consumer, COMPILERS[compiler](temporary), 'bare', `bare-${compiler}`)),
);

/** The newest compiler no longer supports node10. The oldest ones take long, and resolve with node16 as with nodenext. */
const compilations = [
  ...(['node16', 'nodenext', 'bundler'] as const).map(
    (resolution) => ({ compiler: 'newest', resolution }) as const,
  ),
  ...(['oldest-for-msw', 'oldest'] as const).flatMap((compiler) =>
    (['nodenext', 'bundler', 'node10'] as const).map((resolution) => ({ compiler, resolution })),
  ),
];

const declared = packages.flatMap((one) =>
  one.entries.map((entry) => ({ one, entry, specifier: entry.specifier })),
);

describe.concurrent('a program that emits declarations can export everything of an entry', () => {
  beforeAll(() => linkPeers(consumer));

  test.each(declared)('$specifier', async ({ one, entry }) => {
    writeDeclared(consumer, one, entry);
    for (const resolution of ['node16', 'nodenext', 'bundler'] as const)
      await mustSucceed(compileDeclared(consumer, entry, resolution));
  });
});

/** The programs that are run, compiled with the most common settings. */
const OUT = 'newest-nodenext';

describe.concurrent('a program for each entry', () => {
  beforeAll(() => linkPeers(consumer));

  test.each(compilations)(
    'compiles under $resolution with the $compiler compiler',
    ({ compiler, resolution }) =>
      mustSucceed(
        compile(
          consumer,
          COMPILERS[compiler](temporary),
          resolution,
          `${compiler}-${resolution}`,
          compiler === 'oldest' ? isWithoutMsw : undefined,
        ),
      ),
  );
});

// Not concurrent itself, so that it begins when the programs are compiled.
describe('the compiled program', () => {
  test.concurrent.each(entries)('imports $specifier', (entry) =>
    mustSucceed(runProgram(consumer, OUT, entry, 'import')),
  );

  test.concurrent.each(entries.filter((entry) => entry.dual && !isForVitest(entry)))(
    'requires $specifier',
    (entry) => mustSucceed(runProgram(consumer, OUT, entry, 'require')),
  );
});
