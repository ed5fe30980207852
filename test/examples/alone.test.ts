import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../tools/source-paths.ts';

const examples = `${root}examples`;
const folders = globSync('*/README.md', { cwd: examples }).map((file) => dirname(file));
const read = (file: string) => readFileSync(join(examples, file), 'utf8');

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly stackblitz?: { readonly startCommand: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifests = globSync('*/package.json', { cwd: examples }).map((file) => {
  const { scripts, stackblitz, dependencies, devDependencies } = JSON.parse(read(file)) as Manifest;
  const all = { ...dependencies, ...devDependencies };
  return [dirname(file), { scripts, stackblitz, dependencies: all }] as const;
});

test('every example except the workflows has a package.json', () => {
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

test('the examples that StackBlitz can run start there, and have no dependency on a native program', () => {
  const online = manifests.filter(([, { stackblitz }]) => stackblitz !== undefined);
  const table = read('README.md').split('## In StackBlitz')[1] ?? '';
  const listed = table.split('\n').filter((line) => line.includes('| yes'));
  expect(online.map(([name]) => name).toSorted()).toEqual(
    [...listed.join().matchAll(/\]\(([\w-]+)\)/g)].map(([, name = '']) => name).toSorted(),
  );
  const native = /^(ioredis|bullmq|wrangler|next|jest|vite|@playwright\/test|@sveltejs\/kit)$/;
  for (const [, { stackblitz, dependencies }] of online) {
    expect(stackblitz).toEqual({ startCommand: 'npm start' });
    expect(Object.keys(dependencies).filter((name) => native.test(name))).toEqual([]);
  }
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
  ['python-pytest/emulator.py', 'python-follow/emulator.py'],
  ['python-pytest/messaging.py', 'python-follow/messaging.py'],
])('the copies examples/%s and examples/%s are equal', (one, other) => {
  expect(read(other)).toBe(read(one));
});
