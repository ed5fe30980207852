import { expect, test } from 'vitest';
import { conditionsOf } from './entries.ts';
import { complete, isPlaceholder, problemsOf } from './manifests.ts';
import { type Manifest, packages } from './packages.ts';

const manifest: Manifest = {
  name: '@messaging-service/example',
  version: '0.1.0',
  exports: {},
  dependencies: { '@messaging-service/contract': '0.1.0', zod: '4.6.7' },
};
const common = { version: '0.2.0', repositoryUrl: 'git+https://github.com/owner/name.git' };

test('each manifest gets its addresses from the address of the repository', () => {
  expect(complete('example', manifest, common)).toMatchObject({
    repository: { type: 'git', url: 'git+https://github.com/owner/name.git', directory: 'packages/example' },
    homepage: 'https://github.com/owner/name/tree/main/packages/example#readme',
    bugs: { url: 'https://github.com/owner/name/issues' },
    publishConfig: { access: 'public', provenance: true },
  });
});

test('packages depend on each other in exactly their common version, and on others as declared', () => {
  const { version, dependencies } = complete('example', manifest, common);
  expect(version).toBe('0.2.0');
  expect(dependencies).toEqual({ '@messaging-service/contract': '0.2.0', zod: '4.6.7' });
});

test.each([
  ['git+https://repository.invalid/messaging-service/toolkit.git', true],
  ['nothing that could be an address', true],
  ['git+https://github.com/owner/name.git', false],
  ['git+https://invalid.example/owner/name.git', false],
])('whether %s is a placeholder, with which nothing is published: %s', (url, expected) => {
  expect(isPlaceholder(url)).toBe(expected);
});

test('a manifest with a missing description or a version range has problems', () => {
  expect(problemsOf({ ...manifest, dependencies: { zod: '^4.6.7' } })).toEqual([
    'has no description',
    'has fewer than three keywords',
    'does not set sideEffects',
    'does not publish dist',
    'depends on zod ^4.6.7, which is not one version',
  ]);
});

test.each([
  [
    true,
    {
      import: { types: './dist/b.d.ts', default: './dist/b.js' },
      require: { types: './dist/b.d.cts', default: './dist/b.cjs' },
    },
  ],
  [false, { types: './dist/b.d.ts', default: './dist/b.js' }],
])('an entry that require can load: %s, has files and types for it', (dual, conditions) => {
  const entry = { specifier: 'a/b', subpath: './b', name: 'b', source: '/b.ts', dual };
  expect(conditionsOf(entry)).toEqual(conditions);
});

test('the manifests of this repository have no problems', () => {
  expect(packages.flatMap((one) => problemsOf(one.manifest))).toEqual([]);
});
