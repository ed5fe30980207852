import { type Package, packages } from '../packages/packages.ts';
import { compiledInto, installed, type Library } from './compiled-in.ts';
import { thirdPartyNotice } from './third-party.ts';

/** The files of each package that list its components. A package without third-party code has no notice. */
export async function sbomFiles(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const one of packages) {
    const libraries = await compiledInto(one);
    files.set(`packages/${one.name}/sbom.cdx.json`, billOf(one, libraries));
    if (libraries.length > 0) files.set(`packages/${one.name}/THIRD-PARTY.md`, thirdPartyNotice(libraries));
  }
  return files;
}

/**
 * Creates the CycloneDX document of a package: the libraries that are compiled in, and the dependencies.
 *
 * Programs that make such documents read node_modules, which does not show what a bundler compiled in. The document
 * contains no time and no random number, so the same sources produce the same bytes.
 */
function billOf({ manifest }: Package, libraries: readonly Library[]): string {
  const dependencies = Object.keys(manifest.dependencies ?? {}).map(installed);
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: identify(manifest.name, manifest.version, 'MIT') },
    components: [...libraries, ...dependencies].map(({ name, version, license, copyright, sha512 }) => ({
      ...identify(name, version, license),
      scope: 'required',
      // The hash of the library's tarball, not of the part that is compiled in.
      hashes: [{ alg: 'SHA-512', content: sha512 }],
      copyright,
    })),
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

function identify(name: string, version: string, license: string) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { type: 'library', 'bom-ref': purl, name, version, licenses: [{ license: { id: license } }], purl };
}
