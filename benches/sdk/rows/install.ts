/** Size of an installed client: the package as npm packs it, and every package that it depends on. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { report } from '../../measure/report.ts';
import { digits } from '../../measure/statistics.ts';
import { PEERS, SDK_FOLDER } from '../clients.ts';

const AIM_MB = 1;
const AIM_PACKAGES = 1;
const PEERS_FOLDER = fileURLToPath(new URL('../peers/', import.meta.url));

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface PackedFile {
  readonly path: string;
  readonly size: number;
}

/** Bytes of the files that npm would publish. Source maps are counted separately, because only debuggers read them. */
function packedBytes(folder: string): { readonly code: number; readonly maps: number } {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: folder, encoding: 'utf8' });
  const [packed] = JSON.parse(listed) as [{ files: readonly PackedFile[] }];
  const sum = (files: readonly PackedFile[]) => files.reduce((bytes, { size }) => bytes + size, 0);
  const isMap = ({ path }: PackedFile) => path.endsWith('.map');
  return { code: sum(packed.files.filter((file) => !isMap(file))), maps: sum(packed.files.filter(isMap)) };
}

function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.slice(folder.length).includes('node_modules'))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** Finds the folder of a dependency in the parent folders, as Node does. */
function folderOf(name: string, from: string): string {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  const folder = places
    .map((place) => join(place, name))
    .find((one) => existsSync(join(one, 'package.json')));
  if (folder === undefined) throw new Error(`${name} is not installed`);
  return folder;
}

/** Finds every package that is installed with a package: bytes by folder. */
function dependencies(folder: string, found = new Map<string, number>()): Map<string, number> {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    const dependency = folderOf(name, folder);
    if (found.has(dependency)) continue;
    found.set(dependency, folderBytes(dependency));
    dependencies(dependency, found);
  }
  return found;
}

function installed(folder: string, ownBytes: number): { mb: number; packages: number } {
  const others = dependencies(folder);
  const bytes = [...others.values()].reduce((sum, some) => sum + some, ownBytes);
  return { mb: bytes / 1e6, packages: others.size + 1 };
}

const { code, maps } = packedBytes(SDK_FOLDER);
const ours = installed(SDK_FOLDER, code);
const others = PEERS.map((name) => {
  const folder = folderOf(name, PEERS_FOLDER);
  const { mb, packages } = installed(folder, folderBytes(folder));
  return `${name} ${digits(mb)} / ${packages}`;
});
report([
  {
    work: 'install, MB without source maps / packages',
    aim: `≤ ${AIM_MB} / ${AIM_PACKAGES}`,
    measured: `${digits(ours.mb)} / ${ours.packages} (source maps ${digits(maps / 1e6)}); ${others.join(', ')}`,
    met: ours.mb <= AIM_MB && ours.packages <= AIM_PACKAGES,
  },
]);
