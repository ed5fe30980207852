import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build, type Metafile } from 'esbuild';
import type { Package } from '../packages/packages.ts';
import { root } from '../source-paths.ts';

/** A third-party library whose code is in a package. */
export interface Library {
  readonly name: string;
  readonly version: string;
  /** The SPDX identifier of its license. */
  readonly license: string;
  /** The line of its license file that names the copyright holder. */
  readonly copyright: string;
  /** The text of its license file. */
  readonly text: string;
  /** SHA-512 of its tarball from the lockfile, in hexadecimal. */
  readonly sha512: string;
}

interface LibraryManifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity: string }>>;
}

/** Finds the libraries that are compiled into a package: a bundler keeps at least one byte of them. Sorted by name. */
export async function compiledInto(one: Package): Promise<Library[]> {
  const bundles = [
    bundle(entriesOf(one), Object.keys({ ...one.manifest.dependencies, ...one.manifest.peerDependencies })),
  ];
  // The emulator's package contains the inspector.
  if (one.name === 'emulator') bundles.push(bundle(INSPECTOR, []));
  const folders = new Set<string>();
  for (const { outputs } of await Promise.all(bundles))
    for (const { inputs } of Object.values(outputs))
      for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
        const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
        if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
      }
  return [...folders].toSorted().map(readLibrary);
}

const INSPECTOR = ['packages/inspector/src/main.tsx'];

/** The entries of a package, and its command, which loads the tools for agents. */
function entriesOf({ entries, command }: Package): string[] {
  return [...entries.map(({ source }) => source), ...(command === undefined ? [] : [command])];
}

/** Finds the installed version of a dependency. */
export function installed(name: string): Library {
  return readLibrary(`node_modules/${name}`);
}

/** Bundles programs as the build does, in memory. */
async function bundle(entryPoints: string[], external: readonly string[]): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    bundle: true,
    write: false,
    metafile: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    outdir: 'dist',
    logLevel: 'error',
    // As in the build.
    alias: { '@modelcontextprotocol/server/_shims': `${root}tools/build/no-validator.ts` },
    loader: { '.svg': 'empty', '.woff2': 'empty' },
    external: ['node:*', 'fs', 'fs/promises', ...external],
  });
  return metafile;
}

function readLibrary(folder: string): Library {
  const manifest = createRequire(root)(`${root}${folder}/package.json`) as LibraryManifest;
  const { name, version, license } = manifest;
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as Lockfile;
  const locked = packages[folder];
  if (locked?.version !== version)
    throw new Error(`${folder} is ${version}, but package-lock.json has ${locked?.version}: run npm ci.`);
  const [algorithm, digest = ''] = locked.integrity.split('-', 2);
  if (algorithm !== 'sha512') throw new Error(`${folder} has no sha512 in package-lock.json.`);
  return {
    name,
    version,
    license,
    ...licenseOf(`${root}${folder}`),
    sha512: Buffer.from(digest, 'base64').toString('hex'),
  };
}

/** The text of a license, and its line that names the copyright holder. */
function licenseOf(folder: string): Pick<Library, 'copyright' | 'text'> {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.md|\.txt)?$/i.test(name));
  const text = file === undefined ? '' : readFileSync(`${folder}/${file}`, 'utf8');
  const line = /^[ \t]*(copyright (?:\(c\) |\u00a9 )?\d{4}.*|copyright \(c\).*)$/im.exec(text)?.[1];
  if (line === undefined) throw new Error(`${folder} has no license file that names a copyright holder.`);
  return { copyright: line.trim(), text };
}
