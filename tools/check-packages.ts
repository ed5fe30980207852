/**
 * Checks what users get: packs every package, judges the tarballs, installs them into an empty folder and uses them there.
 * Needs `npm run build` first.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Package, packages } from './packages.ts';
import { Report } from './report.ts';
import { inParallel, type Outcome, run } from './run.ts';
import { root } from './source-paths.ts';

type Check = readonly [name: string, work: () => Promise<Outcome> | Outcome];

const report = new Report();
const temporary = mkdtempSync(join(tmpdir(), 'packages-'));
const consumer = join(temporary, 'consumer');
const tarball = ({ name, manifest }: Package) =>
  join(temporary, `messaging-service-${name}-${manifest.version}.tgz`);
const entries = packages.flatMap((one) => one.entries);
const insideVitest = ({ specifier }: { readonly specifier: string }) => specifier.endsWith('/vitest');

/** Every import in the built files must be something that is installed along with the package. */
function onlyDeclaredImports({ folder, manifest }: Package): Outcome {
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const allowed = (name: string) =>
    /^(\.|node:)/.test(name) || declared.some((one) => name === one || name.startsWith(`${one}/`));
  const files = readdirSync(`${folder}/dist`, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(c?js|d\.c?ts)$/.test(file),
  );
  const undeclared = files.flatMap((file) => {
    const text = readFileSync(`${folder}/dist/${file}`, 'utf8');
    const imports = text.matchAll(
      /^(?:import|export)\b[^'"\n]*["']([^"'\n]+)["']|\b(?:require|import)\(["']([^"'\n]+)["']\)/gm,
    );
    return [...imports]
      .map((match) => match[1] ?? match[2] ?? '')
      .filter((name) => !allowed(name))
      .map((name) => `dist/${file} imports ${name}, which is not a dependency`);
  });
  return {
    ok: undeclared.length === 0 && files.length > 0,
    output: undeclared.join('\n') || 'dist is empty',
    seconds: 0,
  };
}

/** What cannot be required by design is no fault. */
function esmOnly({ entries: own, manifest }: Package): string[] {
  const names = own
    .filter(({ dual }) => !dual)
    .map(({ specifier }) => `.${specifier.slice(manifest.name.length)}`);
  return names.length === 0 ? [] : ['--exclude-entrypoints', ...names];
}

/** Loading is not enough: a CommonJS file that gets an ESM-only dependency wrong throws only when it is used. */
const uses: Readonly<Record<string, string>> = {
  '@messaging-service/sdk': `createMessagingClient({ baseUrl: 'https://api.messaging.test', accountKey: 'key' })`,
  '@messaging-service/emulator': 'createEmulator()',
  '@messaging-service/conformance': `conformanceSuite({ baseUrl: 'https://api.messaging.test', keys: { accountKey: 'key' } }, () => undefined)`,
};

function smokeTest(specifier: string, how: 'import' | 'require'): Promise<Outcome> {
  const loaded = how === 'import' ? `await import('${specifier}')` : `require('${specifier}')`;
  const use = uses[specifier] === undefined ? '' : `entry.${uses[specifier]};`;
  const code = `const entry = ${loaded}; if (Object.keys(entry).length === 0) throw new Error('exports nothing'); ${use}`;
  return run(['node', `--input-type=${how === 'import' ? 'module' : 'commonjs'}`, '--eval', code], consumer);
}

/** An entry that lives inside Vitest is used there: outside of it, Vitest refuses to make fixtures. */
function vitestSmokeTest(specifier: string): Promise<Outcome> {
  const code = `import { test } from '${specifier}';
import { expect } from 'vitest';
test('the fixture gives an emulator', ({ emulator }) => expect(emulator).not.toHaveSentMessage());
`;
  writeFileSync(join(consumer, 'smoke.test.mjs'), code);
  return run(['vitest', 'run', '--root', consumer], consumer);
}

/** The page for people is in the package, and what it is made of is served beside it. */
function inspectorSmokeTest(how: 'import' | 'require'): Promise<Outcome> {
  const load = (name: string) => (how === 'import' ? `await import('${name}')` : `require('${name}')`);
  const code = `(async () => {
  const { createEmulator } = ${load('@messaging-service/emulator')};
  const { listen } = ${load('@messaging-service/emulator/node')};
  const server = await listen(createEmulator());
  const page = await (await fetch(server.inspectorUrl)).text();
  const script = /src="([^"]+[.]js)"/.exec(page);
  if (script === null) throw new Error('no script in ' + page);
  const { status, headers } = await fetch(server.url + script[1]);
  if (status !== 200 || !headers.get('content-type').startsWith('text/javascript')) throw new Error('its script is not served');
  await server.close();
})().catch((error) => { console.error(error); process.exitCode = 1; });`;
  return run(['node', `--input-type=${how === 'import' ? 'module' : 'commonjs'}`, '--eval', code], consumer);
}

function writeConsumer(): void {
  const code = entries.map(
    ({ specifier }, i) => `import * as entry${i} from '${specifier}';\nvoid entry${i};\n`,
  );
  const dual = code.filter((_, i) => entries[i]?.dual);
  writeFileSync(join(consumer, 'consumer.mts'), code.join(''));
  writeFileSync(join(consumer, 'consumer.cts'), dual.join(''));
  // Optional peers, which npm does not install: only the types need them here.
  mkdirSync(join(consumer, 'node_modules'), { recursive: true });
  for (const name of new Set(
    packages.flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {})),
  )) {
    symlinkSync(`${root}node_modules/${name}`, join(consumer, 'node_modules', name), 'junction');
  }
}

function compileConsumer(
  module: string,
  moduleResolution: string,
  files: readonly string[],
): Promise<Outcome> {
  const project = join(consumer, `tsconfig.${moduleResolution}.json`);
  const typeRoots = [`${root}node_modules/@types`];
  const compilerOptions = {
    module,
    moduleResolution,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: ['node'],
    typeRoots,
    strict: true,
    noEmit: true,
    skipLibCheck: false,
  };
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  return run(['tsc', '--project', project], consumer);
}

async function runAll(checks: readonly Check[]): Promise<void> {
  await inParallel(checks, async ([name, work]) => report.add(name, await work()));
}

try {
  mkdirSync(consumer);
  writeFileSync(join(consumer, 'package.json'), '{ "private": true }\n');
  await runAll(
    packages.map((one) => [
      `pack ${one.name}`,
      () => run(['npm', 'pack', '--pack-destination', temporary], one.folder),
    ]),
  );
  await runAll([
    [
      'install the tarballs',
      () =>
        run(
          ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...packages.map(tarball)],
          consumer,
        ),
    ],
    ...packages.flatMap((one): Check[] => [
      [`publint ${one.name}`, () => run(['publint', '--strict', tarball(one)])],
      [`attw ${one.name}`, () => run(['attw', tarball(one), '--profile', 'node16', ...esmOnly(one)])],
      [`imports of ${one.name}`, () => onlyDeclaredImports(one)],
    ]),
  ]);
  writeConsumer();
  await runAll(
    entries
      .filter(insideVitest)
      .map(({ specifier }): Check => [`use ${specifier}`, () => vitestSmokeTest(specifier)]),
  );
  await runAll(
    entries
      .filter((entry) => !insideVitest(entry))
      .flatMap(({ specifier, dual }): Check[] => [
        [`import ${specifier}`, () => smokeTest(specifier, 'import')],
        ...(dual ? [[`require ${specifier}`, () => smokeTest(specifier, 'require')] as const] : []),
      ]),
  );
  await runAll([
    ['inspector, imported', () => inspectorSmokeTest('import')],
    ['inspector, required', () => inspectorSmokeTest('require')],
  ]);
  await runAll(
    packages.flatMap(({ manifest }) =>
      Object.entries(manifest.bin ?? {}).map(([command, file]): Check => {
        const path = join('node_modules', manifest.name, file);
        return [`${command} --help`, () => run(['node', path, '--help'], consumer)];
      }),
    ),
  );
  await runAll([
    ['types under nodenext', () => compileConsumer('nodenext', 'nodenext', ['consumer.mts', 'consumer.cts'])],
    ['types under bundler', () => compileConsumer('esnext', 'bundler', ['consumer.mts'])],
  ]);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
report.end();
