import { conditionsOf, type Entry, entriesOf, legacyFieldsOf } from './entries.ts';
import type { Manifest } from './packages.ts';

/** What the packages have in common, as the root's package.json says it. */
export interface Common {
  /** The version of all packages: they are released together, and of one version fit together. */
  readonly version: string;
  /** Where the sources are, such as `git+https://github.com/owner/name.git`. */
  readonly repositoryUrl: string;
}

/** The least Node: `URL.parse` came with 22.1, `process.getBuiltinModule` with 22.3, and Vitest and MSW want this. */
const NODE = '>=22.12.0';

/**
 * Addresses below `.invalid` lead nowhere, for good (RFC 2606): what the manifests say while nobody has said where the
 * repository is.
 */
export function isPlaceholder(repositoryUrl: string): boolean {
  return URL.parse(repositoryUrl.replace(/^git\+/, ''))?.hostname.endsWith('.invalid') ?? true;
}

/** What every manifest has, and what is the same in all of them: written by `npm run manifests`, never by hand. */
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
    // With provenance, npm tells from which commit and by which workflow a package was built.
    publishConfig: { access: 'public', provenance: true },
  } as const;
}

/** The order in which people look for things. What is not listed comes before the dependencies. */
const ORDER =
  `name version description keywords license homepage repository bugs type sideEffects engines files
  main module types typesVersions exports bin scripts publishConfig dependencies peerDependencies peerDependenciesMeta devDependencies`.split(
    /\s+/,
  );

/** The manifest with all that is shared, in order. */
export function complete(name: string, manifest: Manifest, common: Common): Record<string, unknown> {
  const all: Record<string, unknown> = {
    ...manifest,
    ...sharedFields(name, common),
    ...entryFields(manifest, entriesOf(manifest.name)),
  };
  const place = (key: string) =>
    ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.indexOf('dependencies') - 0.5;
  return Object.fromEntries(
    Object.entries({ ...all, ...exactDependencies(manifest, common) }).toSorted(
      ([one], [other]) => place(one) - place(other),
    ),
  );
}

/** How resolvers find the entries: by `exports`, or by the older fields and the folders of `entry-folders.ts`. */
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

/** Packages of this repository depend on exactly the version they were built and tested with. */
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

/** What nobody can write for the author of a package, and what must not be. */
export function problemsOf(manifest: Manifest): string[] {
  const problems: string[] = [];
  if (!manifest.description) problems.push('has no description');
  if ((manifest.keywords ?? []).length < 3) problems.push('has fewer than three keywords');
  if (manifest.sideEffects === undefined) problems.push('does not say whether it has sideEffects');
  if (!manifest.files?.includes('dist')) problems.push('does not publish dist');
  for (const [name, range] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
    if (!/^\d+\.\d+\.\d+$/.test(range))
      problems.push(`depends on ${name} ${range}, which is not one version`);
  }
  return problems;
}
