import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Entry } from '../entries.ts';
import { packages } from '../packages.ts';
import { type Outcome, run } from '../run.ts';
import { root } from '../source-paths.ts';

/**
 * The programs in `tools/consumer`, one for each public entry. They run as users' programs do: in a separate folder, with
 * the tarballs installed, as ES modules and as CommonJS.
 */
export const entries: readonly Entry[] = packages.flatMap((one) => one.entries);

/** The program of the Vitest entry runs inside Vitest, so its name ends in `.test`. */
export const isForVitest = ({ specifier }: Entry): boolean => specifier.endsWith('/vitest');

/** The name of an entry's program: `sdk-node` for `@messaging-service/sdk/node`. */
function programOf({ specifier }: Entry): string {
  return specifier.replace(/^@[^/]+\//, '').replaceAll('/', '-');
}

const modules = entries.map((entry) => `${programOf(entry)}${isForVitest(entry) ? '.test' : ''}.mts`);
const scripts = entries.filter(({ dual }) => dual).map((entry) => `${programOf(entry)}.cts`);

/** Copies the programs into a folder with the tarballs installed; `withPeers`: with the optional peers as well. */
export function writePrograms(folder: string, withPeers: boolean): void {
  for (const entry of entries) {
    const source = `${root}tools/consumer/${programOf(entry)}.ts`;
    cpSync(source, join(folder, `${programOf(entry)}${isForVitest(entry) ? '.test' : ''}.mts`));
    if (entry.dual) cpSync(source, join(folder, `${programOf(entry)}.cts`));
  }
  if (withPeers) linkPeers(folder);
}

/** Optional peers, which npm does not install automatically. */
function linkPeers(folder: string): void {
  const peers = packages.flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {}));
  for (const name of new Set(peers)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(`${root}node_modules/${name}`, link, 'junction');
  }
}

const dom = ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'];

/** Module resolutions of TypeScript projects. `bare` has no optional peers and no types of browsers. */
export const resolutions = {
  node16: { module: 'node16', moduleResolution: 'node16', lib: dom },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext', lib: dom },
  bundler: { module: 'esnext', moduleResolution: 'bundler', lib: dom },
  // CommonJS without `exports`. The declarations of zod need `esModuleInterop`, which is the default of new projects.
  node10: { module: 'commonjs', moduleResolution: 'node10', esModuleInterop: true, lib: dom },
  bare: { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022'] },
} as const;

/**
 * Installs the oldest supported compiler. It has its own lockfile, because the root can have only one command `tsc`.
 */
export async function installOldest(folder: string): Promise<Outcome> {
  cpSync(`${root}tools/packed/oldest`, folder, { recursive: true });
  return run(['npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund'], folder);
}

/** Compiles the programs into `out`, and checks the declarations of the packages. */
export function compile(
  folder: string,
  command: readonly [string, ...string[]],
  resolution: keyof typeof resolutions,
  out: string,
): Promise<Outcome> {
  const project = join(folder, `tsconfig.${out}.json`);
  const compilerOptions = {
    ...resolutions[resolution],
    target: 'es2022',
    types: ['node'],
    typeRoots: [`${root}node_modules/@types`],
    strict: true,
    // The declarations of MSW need a newer resolution than node10.
    skipLibCheck: resolution === 'node10',
    noEmitOnError: true,
    rootDir: folder,
    outDir: join(folder, out),
  };
  const files = {
    // A bundler resolves every file as a module.
    bundler: modules,
    node10: scripts,
    bare: [...modules, ...scripts].filter((file) => !file.includes('.test.') && !needsPeer(file)),
  }[resolution as string] ?? [...modules, ...scripts];
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  return run([...command, '--project', project], folder);
}

/** Entries that use the types of an optional peer. */
function needsPeer(file: string): boolean {
  return file.startsWith('sdk-ky.') || file.startsWith('emulator-playwright.');
}

/** Runs the compiled program of an entry. */
export function runProgram(
  folder: string,
  out: string,
  entry: Entry,
  how: 'import' | 'require',
): Promise<Outcome> {
  if (isForVitest(entry)) return run(['vitest', 'run', '--root', join(folder, out)], folder);
  return run(['node', join(folder, out, `${programOf(entry)}.${how === 'import' ? 'mjs' : 'cjs'}`)], folder);
}
