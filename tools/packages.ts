import { readFileSync } from 'node:fs';
import { root, sourcePaths } from './source-paths.ts';

type Conditions = Readonly<Record<string, unknown>>;

/** What is read of a package.json. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly repository?: { readonly url: string };
  readonly sideEffects?: boolean | readonly string[];
  readonly files?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Conditions>>;
}

/** One public entry of a package. */
export interface Entry {
  /** What people import, such as `@messaging-service/emulator/node`. */
  readonly specifier: string;
  /** The file's name in `dist`, without extension. */
  readonly name: string;
  /** Its source file, absolute. */
  readonly source: string;
  /** Whether `require()` reaches it too. */
  readonly dual: boolean;
}

/** One published package. */
export interface Package {
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly entries: readonly Entry[];
}

function readPackage(name: string): Package {
  const folder = `${root}packages/${name}`;
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest;
  const entries = Object.entries(manifest.exports).flatMap(([subpath, target]): Entry[] => {
    if (typeof target === 'string') return [];
    const specifier = manifest.name + subpath.slice(1);
    const source = sourcePaths.get(specifier);
    if (source === undefined) throw new Error(`tsconfig.json has no path for ${specifier}`);
    return [
      { specifier, name: subpath === '.' ? 'index' : subpath.slice(2), source, dual: 'require' in target },
    ];
  });
  return { name, folder, manifest, entries };
}

/** All published packages, a package after those it is built from. */
export const packages: readonly Package[] = ['contract', 'webhooks', 'sdk', 'emulator', 'conformance'].map(
  readPackage,
);
