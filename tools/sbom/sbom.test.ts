import { existsSync, readFileSync } from 'node:fs';
import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { describe, expect, test } from 'vitest';
import { packages } from '../packages/packages.ts';
import { billOf } from './bill.ts';
import { compiledInto, type Library } from './compiled-in.ts';
import { filesOf } from './files.ts';
import { thirdPartyNotice } from './third-party.ts';

const library: Library = {
  name: 'zod',
  version: '1.2.3',
  license: 'MIT',
  copyright: 'Copyright (c) 2025 Somebody',
  sha512: '0'.repeat(128),
  uses: [],
};

interface Bill {
  readonly components?: readonly {
    readonly group?: string;
    readonly name: string;
    readonly scope: string;
    readonly purl: string;
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/** One for all documents, because it compiles the schemas of the format. */
const validator = new JsonStrictValidator(Version.v1dot6);

/** The bundler runs once for each package. */
const found = new Map(packages.map((one) => [one.name, compiledInto(one)]));
const librariesOf = async (name: string): Promise<readonly Library[]> => (await found.get(name)) ?? [];

describe.each(packages)('the bill of materials of $name', (one) => {
  test('is valid CycloneDX 1.6', async () => {
    const text = readFileSync(`${one.folder}/sbom.cdx.json`, 'utf8');
    expect(await validator.validate(text)).toBeNull();
  });

  test('and the third-party notice are current and published; npm run sbom writes them', async () => {
    const files = await filesOf(one);
    for (const [file, text] of files) {
      expect(readFileSync(`${one.folder}/${file}`, 'utf8'), file).toBe(text);
      expect(one.manifest.files).toContain(file);
    }
    // Without third-party code there is no notice.
    expect(existsSync(`${one.folder}/THIRD-PARTY.md`)).toBe(files.has('THIRD-PARTY.md'));
  });

  test('is the same each time it is created', async () => {
    const libraries = await librariesOf(one.name);
    expect(billOf(one, libraries)).toBe(billOf(one, libraries.toReversed()));
  });

  test('lists each library that is compiled in, each dependency and each peer', async () => {
    const { components = [] } = JSON.parse(readFileSync(`${one.folder}/sbom.cdx.json`, 'utf8')) as Bill;
    const required = components
      .filter(({ scope }) => scope === 'required')
      .map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
    const compiledIn = (await librariesOf(one.name)).map(({ name }) => name);
    expect(required).toEqual([...compiledIn, ...Object.keys(one.manifest.dependencies ?? {})].toSorted());
    const optional = components
      .filter(({ scope }) => scope === 'optional')
      .map(({ purl }) => decodeURIComponent(purl));
    const peers = Object.keys(one.manifest.peerDependencies ?? {}).map((name) => `pkg:npm/${name}`);
    expect(optional.toSorted()).toEqual(peers.toSorted());
  });
});

test('the libraries in the built emulator are found', async () => {
  const emulator = packages.find(({ name }) => name === 'emulator');
  const names = (await librariesOf('emulator')).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['cron-parser', 'luxon', 'preact', 'zod']));
  const { dependencies } = JSON.parse(readFileSync(`${emulator?.folder}/sbom.cdx.json`, 'utf8')) as Bill;
  expect(dependencies.find(({ ref }) => ref.startsWith('pkg:npm/cron-parser@'))?.dependsOn).toEqual([
    expect.stringMatching(/^pkg:npm\/luxon@/),
  ]);
});

test('a document that is not CycloneDX does not pass the validation', async () => {
  const text = JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: [{ name: 'x' }],
  });
  expect(await validator.validate(text)).not.toBeNull();
});

test('the third-party notice names the exact version and the copyright holder', () => {
  expect(thirdPartyNotice([library])).toContain(
    '| zod | 1.2.3 | the schemas of requests and responses | Copyright (c) 2025 Somebody |',
  );
});

test.each([
  [{ license: 'GPL-3.0-only' }, 'add its text'],
  [{ name: 'left-pad' }, 'add its purpose to third-party.ts'],
])('a library with %j needs an entry first', (change, words) => {
  expect(() => thirdPartyNotice([{ ...library, ...change }])).toThrow(words);
});
