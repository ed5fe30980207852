/**
 * The disk space of an installed emulator: the packed package and all its dependencies, which are resolved as Node does.
 * Needs `npm run build`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { report } from '../../measure/report.ts';
import { digits } from '../../measure/statistics.ts';

const AIM_MB = 2;
const EMULATOR = fileURLToPath(new URL('../../../packages/emulator/', import.meta.url));

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Bytes of the files that npm would publish. */
function packedBytes(folder: string): number {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: folder, encoding: 'utf8' });
  const [packed] = JSON.parse(listed) as [{ unpackedSize: number }];
  return packed.unpackedSize;
}

function folderBytes(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
}

/** Finds the folder of a dependency in the parent folders, as Node does. */
function folderOf(name: string, from: string): string {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  const folder = places
    .map((place) => join(place, name))
    .find((place) => existsSync(join(place, 'package.json')));
  if (folder === undefined) throw new Error(`${name} is not installed for ${dirname(from)}`);
  return folder;
}

/** All installed packages, with their bytes. */
function dependencies(folder: string, found = new Map<string, number>()): Map<string, number> {
  for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
    if (found.has(name)) continue;
    const dependency = folderOf(name, folder);
    found.set(name, folderBytes(dependency));
    dependencies(dependency, found);
  }
  return found;
}

const work = 'install of the emulator, MSW an optional peer';
const aim = `≤ ${AIM_MB} MB`;
if (!existsSync(join(EMULATOR, 'dist/cli.js'))) {
  report([{ work, aim, measured: 'skipped: `npm run build` first' }]);
} else {
  const own = packedBytes(EMULATOR);
  const others = [...dependencies(EMULATOR)];
  const total = others.reduce((sum, [, bytes]) => sum + bytes, own) / 1e6;
  const optional = manifestOf(EMULATOR).peerDependenciesMeta?.msw?.optional === true;
  const parts = [['itself', own] as const, ...others].map(
    ([name, bytes]) => `${name} ${digits(bytes / 1e6)}`,
  );
  report([
    { work, aim, measured: `${digits(total)} MB: ${parts.join(', ')}`, met: total <= AIM_MB && optional },
  ]);
}
