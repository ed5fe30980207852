import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { conditionsOf, entriesOf, legacyFieldsOf } from './entries.ts';
import { complete, problemsOf } from './manifests.ts';
import { packages } from './packages.ts';

describe('the entries of a package', () => {
  test('are those of tsconfig.json, the index first, and each has a source', () => {
    for (const { manifest, entries } of packages) {
      expect(entries[0]).toMatchObject({ specifier: manifest.name, subpath: '.', name: 'index' });
      for (const { source } of entries)
        expect({ source, exists: existsSync(source) }).toEqual({ source, exists: true });
    }
  });

  test('are empty for a package that does not exist, or whose name is only the beginning of another', () => {
    expect(entriesOf('@messaging-service/nothing')).toEqual([]);
    expect(entriesOf('@messaging-service/emu')).toEqual([]);
  });

  test('are all in the manifest, so that users can import them', () => {
    for (const { manifest, entries } of packages)
      expect(Object.keys(manifest.exports)).toEqual(
        expect.arrayContaining(entries.map(({ subpath }) => subpath)),
      );
  });
});

describe('the conditions of an entry', () => {
  const entry = { specifier: 'a/b', subpath: './b', name: 'b', source: '/b.ts' };

  test('lead import and require to files and types of their own', () => {
    expect(conditionsOf({ ...entry, dual: true })).toEqual({
      import: { types: './dist/b.d.ts', default: './dist/b.js' },
      require: { types: './dist/b.d.cts', default: './dist/b.cjs' },
    });
    expect(legacyFieldsOf({ ...entry, dual: true }, '../dist').main).toBe('../dist/b.cjs');
  });

  test('have no require where it cannot work', () => {
    expect(conditionsOf({ ...entry, dual: false })).toEqual({
      types: './dist/b.d.ts',
      default: './dist/b.js',
    });
    expect(legacyFieldsOf({ ...entry, dual: false }, './dist').main).toBe('./dist/b.js');
  });
});

describe('the check of manifests finds', () => {
  const [sound] = packages;
  const manifest = sound?.manifest ?? expect.unreachable('there are no packages');
  const common = { version: manifest.version, repositoryUrl: 'git+https://github.com/owner/name.git' };

  test('nothing in a sound manifest', () => {
    expect(problemsOf(manifest)).toEqual([]);
  });

  test.each([
    ['no description', { description: '' }, 'has no description'],
    ['two keywords', { keywords: ['a', 'b'] }, 'has fewer than three keywords'],
    ['nothing about side effects', { sideEffects: undefined }, 'does not set sideEffects'],
    ['nothing to publish', { files: ['src'] }, 'does not publish dist'],
    ['a range', { dependencies: { zod: '>=4' } }, 'depends on zod >=4, which is not one version'],
    ['a tag', { devDependencies: { zod: 'latest' } }, 'depends on zod latest, which is not one version'],
  ])('a manifest with %s', (_, wrong, problem) => {
    expect(problemsOf({ ...manifest, ...(wrong as object) })).toEqual([problem]);
  });

  test.each([
    ['another version', { version: '9.9.9' }],
    ['another license', { license: 'GPL-3.0' }],
    ['an entry that is not in tsconfig.json', { exports: { './secret': './dist/secret.js' } }],
    ['another Node', { engines: { node: '>=8' } }],
    ['another place to publish', { publishConfig: { access: 'restricted' } }],
  ])('a manifest with %s, because the complete one differs', (_, wrong) => {
    const right = complete('contract', manifest, common);
    expect(complete('contract', { ...manifest, ...wrong }, common)).toEqual(right);
    expect({ ...right, ...wrong }).not.toEqual(right);
  });

  test('fields in another order, because the complete manifest has one order', () => {
    const reversed = Object.fromEntries(Object.entries(manifest).toReversed()) as unknown as typeof manifest;
    expect(JSON.stringify(complete('contract', reversed, common))).toBe(
      JSON.stringify(complete('contract', manifest, common)),
    );
  });
});
