import { existsSync, readFileSync } from 'node:fs';
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
  /** The source file of its command; undefined when it has none. */
  readonly command: string | undefined;
}

/** The private packages that are compiled into the package of the emulator. */
const IN_EMULATOR = ['follow-clock', 'inspector', 'mcp', 'protocol', 'remote', 'server', 'stories'];

/** The name of the published package that contains a source file, such as `emulator` for `packages/server/src/node.ts`. */
export function publisherOf(source: string): string {
  const name = source.split('/')[1] ?? '';
  return IN_EMULATOR.includes(name) ? 'emulator' : name;
}

function readPackage(name: string): Package {
  const folder = `${root}packages/${name}`;
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest;
  // The emulator's command starts its server, which is a package of its own.
  const command = `${name === 'emulator' ? `${root}packages/server` : folder}/src/cli/main.ts`;
  return {
    name,
    folder,
    manifest,
    entries: entriesOf(manifest.name),
    command: existsSync(command) ? command : undefined,
  };
}

/** All published packages. Each comes after the packages from which it is built. */
export const packages: readonly Package[] = ['contract', 'webhooks', 'sdk', 'emulator', 'conformance'].map(
  readPackage,
);
