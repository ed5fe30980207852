import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Entry } from '../../tools/packages/entries.ts';
import { type Package, packages } from '../../tools/packages/packages.ts';
import { type Outcome, run } from '../../tools/run.ts';
import { root } from '../../tools/source-paths.ts';
import { writeDeclaredProgram } from './declared-programs.ts';

/**
 * The programs in `programs/`, one for each public entry. They run as users' programs do: in a separate folder, with
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

/** Copies the programs into a folder with the tarballs installed. */
export function writePrograms(folder: string): void {
  for (const entry of entries) {
    const source = `${root}test/packages/programs/${programOf(entry)}.ts`;
    cpSync(source, join(folder, `${programOf(entry)}${isForVitest(entry) ? '.test' : ''}.mts`));
    if (entry.dual) cpSync(source, join(folder, `${programOf(entry)}.cts`));
  }
}

/** Links the optional peers into a folder, because npm does not install them automatically. */
export function linkPeers(folder: string): void {
  const peers = packages.flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {}));
  for (const name of new Set(peers)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(`${root}node_modules/${name}`, link, 'junction');
  }
}

const dom = ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'];

/** Module resolutions of TypeScript projects. `bare` has no optional peers and no types of browsers. */
const RESOLUTIONS = {
  node16: { module: 'node16', moduleResolution: 'node16', lib: dom },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext', lib: dom },
  bundler: { module: 'esnext', moduleResolution: 'bundler', lib: dom },
  // CommonJS without `exports`. The declarations of zod need `esModuleInterop`, which is the default of new projects.
  node10: { module: 'commonjs', moduleResolution: 'node10', esModuleInterop: true, lib: dom },
  bare: { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022'] },
} as const;

/** A module resolution. */
type Resolution = keyof typeof RESOLUTIONS;

/** The commands of the supported compilers, with the folder of {@link installOldest}. */
export const COMPILERS = {
  newest: () => ['tsc'],
  /** The oldest that accepts the types of MSW. */
  'oldest-for-msw': (parent: string) => oldestTsc(parent, 'typescript-for-msw'),
  oldest: (parent: string) => oldestTsc(parent, 'typescript'),
} satisfies Record<string, (parent: string) => [string, ...string[]]>;

/** A compiler that the packages support. */
export type Compiler = keyof typeof COMPILERS;

function oldestTsc(parent: string, name: string): [string, ...string[]] {
  return ['node', join(parent, 'oldest', 'node_modules', name, 'bin', 'tsc')];
}

/** Whether a program compiles without the types of MSW. */
export function isWithoutMsw(file: string): boolean {
  return !/^(?:emulator|conformance)\b/.test(file);
}

/**
 * Installs the oldest supported compilers below a folder. They have their own lockfile, because the root can have only one
 * command `tsc`.
 */
export async function installOldest(parent: string): Promise<Outcome> {
  const folder = join(parent, 'oldest');
  cpSync(`${root}test/packages/oldest`, folder, { recursive: true });
  return run(['npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund'], folder);
}

/** Compiles the programs into `out`, all of them or some, and checks the declarations of the packages. */
export function compile(
  folder: string,
  command: readonly [string, ...string[]],
  resolution: Resolution,
  out: string,
  isIncluded: (file: string) => boolean = () => true,
): Promise<Outcome> {
  const project = join(folder, `tsconfig.${out}.json`);
  const compilerOptions = {
    ...RESOLUTIONS[resolution],
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
  writeFileSync(project, JSON.stringify({ compilerOptions, files: files.filter(isIncluded) }));
  return run([...command, '--project', project], folder);
}

/** The name of the program of {@link writeDeclaredProgram} for an entry. */
const declaredProgramOf = (entry: Entry): string => `declared-${programOf(entry)}`;

/** Writes the program of {@link writeDeclaredProgram} for an entry, as an ES module and as CommonJS. */
export function writeDeclared(folder: string, one: Package, entry: Entry): void {
  const text = writeDeclaredProgram(entry, one.folder);
  for (const extension of entry.dual ? ['mts', 'cts'] : ['mts'])
    writeFileSync(join(folder, `${declaredProgramOf(entry)}.${extension}`), text);
}

/**
 * Compiles the program of {@link writeDeclared} and emits its declarations. Each entry is compiled alone, because another one
 * would make more types available.
 */
export function compileDeclared(folder: string, entry: Entry, resolution: Resolution): Promise<Outcome> {
  const name = declaredProgramOf(entry);
  const extensions = entry.dual && resolution !== 'bundler' ? ['mts', 'cts'] : ['mts'];
  const project = join(folder, `tsconfig.${name}.${resolution}.json`);
  const compilerOptions = {
    ...RESOLUTIONS[resolution],
    target: 'es2022',
    types: ['node'],
    typeRoots: [`${root}node_modules/@types`],
    strict: true,
    skipLibCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: folder,
    outDir: join(folder, `${name}-${resolution}`),
  };
  const files = extensions.map((extension) => `${name}.${extension}`);
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  return run(['tsc', '--project', project], folder);
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
