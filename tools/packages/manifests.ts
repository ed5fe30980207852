import { readFileSync } from 'node:fs';
import { root } from '../source-paths.ts';
import { conditionsOf, type Entry, entriesOf, legacyFieldsOf } from './entries.ts';
import { type Manifest, packages } from './packages.ts';

/** The fields that all packages share. */
interface Common {
  /** The version of all packages, which are released together. */
  readonly version: string;
  /** The address of the repository, such as `git+https://github.com/owner/name.git`. */
  readonly repositoryUrl: string;
}

interface Root {
  readonly repository: { readonly type: 'git'; readonly url: string };
}

const asText = (manifest: object) => `${JSON.stringify(manifest, undefined, 2)}\n`;

/**
 * The manifests, whose shared fields have one source: package.json of the root for the address of the repository, this file
 * for the rest.
 *
 * @param repository - Another address of the repository, such as `https://github.com/owner/name`.
 */
export function manifestFiles(repository?: string): ReadonlyMap<string, string> {
  const own = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Root;
  const url = repository === undefined ? own.repository.url : repositoryUrlOf(repository);
  const version = packages[0]?.manifest.version ?? '';
  return new Map([
    ['package.json', asText({ ...own, repository: { ...own.repository, url } })],
    ...packages.map(
      ({ name, manifest }) =>
        [
          `packages/${name}/package.json`,
          asText(complete(name, manifest, { version, repositoryUrl: url })),
        ] as const,
    ),
  ]);
}

function repositoryUrlOf(address: string): string {
  const url = `git+${address.replace(/(\.git)?\/?$/, '.git')}`;
  if (!/^git\+https:\/\/[^/]+\/[^/]+\/[^/]+\.git$/.test(url))
    throw new Error(`--repository must be an address such as https://github.com/owner/name; got ${address}.`);
  return url;
}

/** The minimum Node. `URL.parse` needs 22.1, `process.getBuiltinModule` 22.3, and Vitest and MSW need this version. */
const NODE = '>=22.12.0';

/** The fields that every manifest has. */
function sharedFields(name: string, { version, repositoryUrl }: Common) {
  const directory = `packages/${name}`;
  const page = repositoryUrl.replace(/^git\+/, '').replace(/\.git$/, '');
  return {
    version,
    license: 'MIT',
    homepage: `${page}/tree/main/${directory}#readme`,
    repository: { type: 'git', url: repositoryUrl, directory },
    bugs: { url: `${page}/issues` },
    type: 'module',
    engines: { node: NODE },
    // With provenance, npm shows the commit and the workflow that built a package.
    publishConfig: { access: 'public', provenance: true },
  } as const;
}

/** The manifest with all shared fields. */
function complete(name: string, manifest: Manifest, common: Common): object {
  return {
    ...manifest,
    ...sharedFields(name, common),
    ...entryFields(manifest, entriesOf(manifest.name)),
    ...exactDependencies(manifest, common),
  };
}

/** The fields by which resolvers find the entries: `exports`, and older fields for the folders of `build/finish.ts`. */
function entryFields({ files = [] }: Manifest, entries: readonly Entry[]) {
  const [index, ...others] = entries;
  if (index === undefined) return {};
  const names = others.map((entry) => entry.name);
  return {
    files: [...new Set([...files, ...names])].toSorted(),
    ...legacyFieldsOf(index, './dist'),
    ...(others.length > 0 && {
      typesVersions: { '*': Object.fromEntries(names.map((name) => [name, [`./dist/${name}.d.ts`]])) },
    }),
    exports: {
      ...Object.fromEntries(entries.map((entry) => [entry.subpath, conditionsOf(entry)])),
      ...Object.fromEntries(
        files.filter((file) => file.endsWith('.schema.json')).map((file) => [`./${file}`, `./${file}`]),
      ),
      './package.json': './package.json',
    },
  };
}

/** Packages of this repository depend on exactly the version with which they were built and tested. */
function exactDependencies(manifest: Manifest, { version }: Common) {
  const [scope] = manifest.name.split('/');
  const exact = (dependencies: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, range]) => [
        name,
        name.startsWith(`${scope}/`) ? version : range,
      ]),
    );
  return {
    ...(manifest.dependencies && { dependencies: exact(manifest.dependencies) }),
    ...(manifest.devDependencies && { devDependencies: exact(manifest.devDependencies) }),
  };
}
