import { ComponentScope, ComponentType, HashAlgorithm } from '@cyclonedx/cyclonedx-library/Enums';
import { Bom, Component, Property, SpdxLicense } from '@cyclonedx/cyclonedx-library/Models';
import { JSON as Json, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize';
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec';
import type { Package } from '../packages/packages.ts';
import { installed, type Library } from './compiled-in.ts';

/**
 * Creates the CycloneDX document of a package: the libraries that are compiled in, the dependencies, and the optional peers.
 * It contains no time and no random number, so the same sources produce the same bytes.
 */
export function billOf({ manifest }: Package, libraries: readonly Library[]): string {
  const self = component(manifest.name, manifest.version);
  self.licenses.add(new SpdxLicense('MIT'));
  const compiledIn = new Map(libraries.map((library) => [library.name, describe(library)]));
  for (const { name, uses } of libraries)
    for (const used of uses) addDependency(compiledIn.get(name), compiledIn.get(used));
  const requires = Object.keys(manifest.dependencies ?? {}).map((name) => describe(installed(name)));
  const peers = Object.entries(manifest.peerDependencies ?? {}).map(([name, range]) => peer(name, range));
  const bom = new Bom();
  bom.metadata.component = self;
  for (const other of [...compiledIn.values(), ...requires, ...peers]) {
    bom.components.add(other);
    addDependency(self, other);
  }
  const serializer = new JsonSerializer(new Json.Normalize.Factory(Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/** A package of npm. Its package URL is also its id in the document. */
function component(name: string, version?: string): Component {
  const [scope, own] = name.startsWith('@') ? (name.split('/', 2) as [string, string]) : [undefined, name];
  const path = scope === undefined ? own : `${encodeURIComponent(scope)}/${own}`;
  const purl = `pkg:npm/${path}${version === undefined ? '' : `@${version}`}`;
  return new Component(ComponentType.Library, own, {
    purl,
    bomRef: purl,
    ...(scope === undefined ? {} : { group: scope }),
    ...(version === undefined ? {} : { version }),
  });
}

function describe({ name, version, license, copyright, sha512 }: Library): Component {
  const described = component(name, version);
  described.scope = ComponentScope.Required;
  described.copyright = copyright;
  described.licenses.add(new SpdxLicense(license));
  // The hash of the library's tarball, not of the part that is compiled in.
  described.hashes.set(HashAlgorithm['SHA-512'], sha512);
  return described;
}

/** A peer has a version range instead of a version. The range is a property, because the format has no member for it. */
function peer(name: string, range: string): Component {
  const optional = component(name);
  optional.scope = ComponentScope.Optional;
  optional.properties.add(new Property('messaging-service:peer-range', range));
  return optional;
}

function addDependency(from: Component | undefined, to: Component | undefined): void {
  if (from !== undefined && to !== undefined) from.dependencies.add(to.bomRef);
}
