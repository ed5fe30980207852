import { conditionsOf, type Entry, entriesOf, legacyFieldsOf } from './entries.ts';
import type { Manifest } from './packages.ts';

/** The fields that all packages share, from package.json of the root. */
export interface Common {
  /** The version of all packages, which are released together. */
  readonly version: string;
  /** The address of the repository, such as `git+https://github.com/owner/name.git`. */
  readonly repositoryUrl: string;
}

/** The minimum Node. `URL.parse` needs 22.1, `process.getBuiltinModule` 22.3, and Vitest and MSW need this version. */
const NODE = '>=22.12.0';

/**
 * Addresses below `.invalid` never resolve (RFC 2606). The manifests contain such an address until the repository's address
 * is set.
 */
export function isPlaceholder(repositoryUrl: string): boolean {
  return URL.parse(repositoryUrl.replace(/^git\+/, ''))?.hostname.endsWith('.invalid') ?? true;
}

/** The fields that every manifest has. `npm run generate -- manifests` writes them. */
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

/** The order of the fields. Fields that are not listed come before the dependencies. */
const ORDER =
  `name version description keywords license homepage repository bugs type sideEffects engines files
  main module types typesVersions exports bin scripts publishConfig dependencies peerDependencies peerDependenciesMeta devDependencies`.split(
    /\s+/,
  );

/** The manifest with all shared fields, in order. */
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

/** Fields that the author of a package must write, and fields that must not exist. */
export function problemsOf(manifest: Manifest): string[] {
  const problems: string[] = [];
  if (!manifest.description) problems.push('has no description');
  if ((manifest.keywords ?? []).length < 3) problems.push('has fewer than three keywords');
  if (manifest.sideEffects === undefined) problems.push('does not set sideEffects');
  if (!manifest.files?.includes('dist')) problems.push('does not publish dist');
  for (const [name, range] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
    if (!/^\d+\.\d+\.\d+$/.test(range))
      problems.push(`depends on ${name} ${range}, which is not one version`);
  }
  return problems;
}
