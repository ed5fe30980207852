import { readFileSync } from 'node:fs';
import { root } from '../source-paths.ts';
import { type Entry, entriesOf } from './entries.ts';

/** The fields of a package.json that the tools read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly repository?: { readonly url: string };
  readonly sideEffects?: boolean | readonly string[];
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
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
  return { name, folder, manifest, entries: entriesOf(manifest.name) };
}

/** All published packages. Each comes after the packages from which it is built. */
export const packages: readonly Package[] = ['contract', 'webhooks', 'sdk', 'emulator', 'conformance'].map(
  readPackage,
);
