import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../source-paths.ts';
import { environmentOfUser } from './environment.ts';
import { isBuilt } from './fresh-build.ts';
import { readManifest, withDependencies } from './manifest.ts';
import { packageManagerOf } from './package-manager.ts';
import { firstManifest, projectFolder } from './project.ts';

/** A folder with these files, by their paths. */
function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'use-in-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test.each([
  [{}, 'npm'],
  [{ 'package-lock.json': '' }, 'npm'],
  [{ 'pnpm-lock.yaml': '' }, 'pnpm'],
  [{ 'yarn.lock': '' }, 'yarn'],
  [{ 'bun.lock': '' }, 'bun'],
  [{ 'bun.lockb': '' }, 'bun'],
  [{ 'package.json': '{"packageManager":"pnpm@10.1.0+sha512.abc"}' }, 'pnpm'],
  [{ 'package.json': '{"packageManager":"yarn@4.18.1"}', 'package-lock.json': '' }, 'yarn'],
  [{ 'package.json': '{"devEngines":{"packageManager":{"name":"bun"}}}' }, 'bun'],
  [{ 'package.json': '\uFEFF{"packageManager":"bun@1.4.5"}' }, 'bun'],
  [{ 'package.json': '{"packageManager":"pnpmx@1"}' }, 'npm'],
  [{ 'package.json': '{"packageManager":7}', 'yarn.lock': '' }, 'yarn'],
  [{ 'package.json': 'not JSON', 'yarn.lock': '' }, 'yarn'],
])('a project with %j uses %s', (files, name) => {
  expect(packageManagerOf(folderWith(files)).name).toBe(name);
});

test.each([
  [{ 'package.json': '{"workspaces":["apps/*"]}', 'yarn.lock': '' }, 'yarn'],
  [{ 'pnpm-workspace.yaml': '', 'pnpm-lock.yaml': '' }, 'pnpm'],
  [{ 'package.json': '{}', 'yarn.lock': '' }, 'npm'],
])('a member of a workspace uses its package manager: %j', (files, name) => {
  const folder = folderWith({ ...files, 'apps/web/package.json': '{}' });
  expect(packageManagerOf(join(folder, 'apps/web')).name).toBe(name);
});

const WANTED = { dependencies: { b: 'file:b.tgz' }, devDependencies: { e: 'file:e.tgz' } };

test.each([
  [
    '{}',
    '{\n  "dependencies": {\n    "b": "file:b.tgz"\n  },\n  "devDependencies": {\n    "e": "file:e.tgz"\n  }\n}\n',
  ],
  [
    '{\r\n\t"dependencies": {\r\n\t\t"a": "1",\r\n\t\t"c": "1"\r\n\t}\r\n}\r\n',
    '{\r\n\t"dependencies": {\r\n\t\t"a": "1",\r\n\t\t"b": "file:b.tgz",\r\n\t\t"c": "1"\r\n\t},\r\n\t"devDependencies": {\r\n\t\t"e": "file:e.tgz"\r\n\t}\r\n}\r\n',
  ],
  [
    '\uFEFF{\n "dependencies": {\n  "e": "1"\n },\n "x": "1"\n}\n',
    '\uFEFF{\n "dependencies": {\n  "b": "file:b.tgz"\n },\n "x": "1",\n "devDependencies": {\n  "e": "file:e.tgz"\n }\n}\n',
  ],
])('package.json %j keeps its form and gets the packages, each in one group', (text, changed) => {
  expect(withDependencies(text, WANTED)).toBe(changed);
  expect(withDependencies(changed, WANTED)).toBe(changed);
});

test.each([['{'], ['[]'], ['null'], ['"text"'], ['']])('package.json %j is refused with its path', (text) => {
  const file = join(folderWith({ 'package.json': text }), 'package.json');
  expect(() => readManifest(file)).toThrow(`${file} is not`);
});

test.each([
  ['my-app', 'my-app'],
  ['My App', 'my-app'],
  ['日本', undefined],
  ['.hidden', 'hidden'],
  ['a#b"c\'d', 'a-b-c-d'],
])('a folder "%s" without a package.json gets one with the name %s', (folder, name) => {
  expect(JSON.parse(firstManifest(`/somewhere/${folder}`))).toEqual({
    ...(name !== undefined && { name }),
    version: '1.0.0',
    private: true,
    type: 'module',
  });
});

test.each([['my app'], ['a#b'], ["it's"], ['say "hi"'], ['日本'], ['100%']])(
  'a folder "%s" is found by its relative and by its absolute path',
  (name) => {
    const parent = folderWith({ [`${name}/x`]: '' });
    const folder = join(parent, name);
    expect(projectFolder([name], parent)).toBe(folder);
    expect(projectFolder([`${folder}/`], root)).toBe(folder);
    expect(projectFolder(['.'], folder)).toBe(folder);
  },
);

test('a folder that cannot be meant is refused with what to do', () => {
  const parent = folderWith({ file: '' });
  const refusal = (...args: string[]) => {
    try {
      return projectFolder(args, parent);
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(refusal()).toMatch(/^Name the folder of your project: npm run use-in -- /);
  expect(refusal('')).toMatch(/^Name the folder of your project/);
  expect(refusal('my', 'app')).toMatch(/got 2: my, app\. .*"my app"$/);
  expect(refusal('missing')).toContain(`There is no folder ${join(parent, 'missing')}.`);
  expect(refusal('file')).toContain('file is a file.');
  symlinkSync(root, join(parent, 'link'));
  for (const inside of [root, join(root, 'examples'), 'link'])
    expect(refusal(inside), inside).toContain('is in this repository.');
  const sibling = `${root.replace(/\/$/, '')}-sibling`;
  expect(refusal(sibling)).toContain('There is no folder');
  expect(basename(sibling)).toContain(basename(root));
});

test('the build is repeated when a source was changed or deleted since, or a result is missing', () => {
  const results = ['webhooks', 'sdk', 'emulator'].map((name) => `packages/${name}/dist/index.js`);
  const files = [...results, 'packages/emulator/dist/inspector/index.html', 'packages/sdk/src/call/send.ts'];
  const folder = folderWith(Object.fromEntries(files.map((file) => [file, ''])));
  const setTime = (path: string, seconds: number) => utimesSync(join(folder, path), seconds, seconds);
  for (const path of ['packages/sdk/src/call/send.ts', 'packages/sdk/src/call', 'packages/sdk/src'])
    setTime(path, 1_000);
  expect(isBuilt(folder)).toBe(true);
  setTime('packages/sdk/src/call/send.ts', 4_000_000_000);
  expect(isBuilt(folder)).toBe(false);
  setTime('packages/sdk/src/call/send.ts', 1_000);
  setTime('packages/sdk/src/call', 4_000_000_000);
  expect(isBuilt(folder)).toBe(false);
  setTime('packages/sdk/src/call', 1_000);
  rmSync(join(folder, 'packages/emulator/dist/inspector/index.html'));
  expect(isBuilt(folder)).toBe(false);
});

test('the install does not find this repository: settings of the user stay, those of `npm run` do not', () => {
  const bin = join(root, 'node_modules/.bin');
  const env = environmentOfUser({
    PATH: [bin, '/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/bin', '/usr/bin'].join(':'),
    npm_config_registry: 'http://localhost',
    npm_config_prefix: root,
    npm_config_local_prefix: root,
    npm_lifecycle_event: 'use-in',
    INIT_CWD: '/somewhere',
    HOME: '/home/me',
  });
  expect(env).toEqual({
    PATH: '/usr/bin',
    npm_config_registry: 'http://localhost',
    HOME: '/home/me',
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
  });
  expect(readFileSync(join(root, 'package.json'), 'utf8')).toContain('"use-in": "node tools/use-in/main.ts"');
});
