import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The fields of a manifest that the measurements read. */
export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Reads the manifest of a package's folder. */
export function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Bytes of the files that npm would publish. Source maps are counted separately, because only debuggers read them. */
export function packedBytes(folder: string): { readonly code: number; readonly maps: number } {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: folder, encoding: 'utf8' });
  const [{ files }] = JSON.parse(listed) as [{ files: readonly { path: string; size: number }[] }];
  const sum = (isMap: boolean) =>
    files.filter(({ path }) => path.endsWith('.map') === isMap).reduce((bytes, { size }) => bytes + size, 0);
  return { code: sum(false), maps: sum(true) };
}

/** Bytes of an installed package, without the packages in its `node_modules`. */
export function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.slice(folder.length).includes('node_modules'))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** Finds the folder of a dependency in the parent folders, as Node does. */
export function folderOf(name: string, from: string): string {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  const folder = places
    .map((place) => join(place, name))
    .find((one) => existsSync(join(one, 'package.json')));
  if (folder === undefined) throw new Error(`${name} is not installed`);
  return folder;
}

/** Finds every package that is installed with a package: bytes by folder. */
export function dependenciesOf(folder: string, found = new Map<string, number>()): Map<string, number> {
  for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
    const dependency = folderOf(name, folder);
    if (found.has(dependency)) continue;
    found.set(dependency, folderBytes(dependency));
    dependenciesOf(dependency, found);
  }
  return found;
}
