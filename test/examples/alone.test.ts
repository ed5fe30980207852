import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../tools/source-paths.ts';

const examples = `${root}examples`;
const folders = globSync('*/README.md', { cwd: examples }).map((file) => dirname(file));
const read = (file: string) => readFileSync(join(examples, file), 'utf8');

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifests = globSync('*/package.json', { cwd: examples }).map((file) => {
  const { scripts, dependencies, devDependencies } = JSON.parse(read(file)) as Manifest;
  return [dirname(file), { scripts, dependencies: { ...dependencies, ...devDependencies } }] as const;
});

test('every example but the workflows has a package.json', () => {
  expect(folders.length).toBeGreaterThanOrEqual(20);
  expect(folders.filter((folder) => !manifests.some(([name]) => name === folder))).toEqual([
    'github-actions',
  ]);
});

test.each(folders)('examples/%s refers to no file outside of its folder', (folder) => {
  const files = globSync('**/*.{ts,js,cjs,md,py,go,php,json,yaml,yml,svelte}', {
    cwd: join(examples, folder),
    exclude: ['**/node_modules/**', 'webhook-cases.json'],
  });
  expect(files.length).toBeGreaterThan(0);
  const outside = files.flatMap((file) =>
    [...read(join(folder, file)).matchAll(/(?:\.\.\/)+[\w[\]./-]*/g)]
      .filter(([path]) => relative(folder, resolveFrom(folder, file, path)).startsWith('..'))
      .map(([path]) => `${file}: ${path}`),
  );
  expect(outside).toEqual([]);
});

function resolveFrom(folder: string, file: string, path: string): string {
  return relative(process.cwd(), resolve(dirname(join(folder, file)), path));
}

test.each(manifests)('examples/%s has scripts to start and to test it', (_, { scripts }) => {
  expect(scripts).toMatchObject({ start: expect.any(String) as string, test: expect.any(String) as string });
});

test('examples take third-party packages in the versions of this repository', () => {
  const { devDependencies = {} } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Manifest;
  const different = manifests.flatMap(([name, { dependencies }]) =>
    Object.entries(dependencies)
      // The repository takes the compiler under another name.
      .filter(
        ([dependency, version]) =>
          dependency !== 'typescript' && (devDependencies[dependency] ?? version) !== version,
      )
      .map(([dependency]) => `${name}: ${dependency}`),
  );
  expect(different).toEqual([]);
});

test.each([
  ['campaign/campaign.ts', 'campaign-workers/campaign.ts'],
  ['campaign/reach.ts', 'campaign-workers/reach.ts'],
  ['appointments/csv.ts', 'campaign/csv.ts'],
  ['appointments/progress.ts', 'campaign/progress.ts'],
  ['two-way/send-once.ts', 'nextjs-route/lib/send-once.ts'],
  ['otp-login/login-codes.ts', 'end-to-end/login-codes.ts'],
  ['python-pytest/emulator.py', 'end-to-end/emulator.py'],
  ['python-pytest/messaging.py', 'end-to-end/messaging.py'],
])('the copies examples/%s and examples/%s are equal', (one, other) => {
  expect(read(other)).toBe(read(one));
});
