import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { endpoints } from '@messaging-service/contract';
import { clockControls, handleControls, serviceControls } from '@messaging-service/emulator/host';
import { expect, onTestFinished, test } from 'vitest';
import { withTabs } from '../../docs/site/.vitepress/documents.ts';
import { run } from '../run.ts';
import { root } from '../source-paths.ts';
import { isOperation, readApi } from './api-document.ts';
import { programOf } from './api-programs.ts';
import { brokenLinks } from './broken-links.ts';
import { controlProgramOf, METHODS } from './control-programs.ts';
import { readSiteOptions } from './options.ts';

test('install commands have a tab for each package manager', () => {
  const text = withTabs('```sh install\nnpm init -y\nnpm install --save-dev msw\n```\n');
  expect(text.match(/\[\w+\]/g)).toEqual(['[npm]', '[pnpm]', '[yarn]', '[bun]']);
  for (const command of ['pnpm add --save-dev msw', 'yarn add --dev msw', 'bun add --dev msw'])
    expect(text).toContain(`\n${command}\n`);
});

const operationsOf = (name: 'openapi' | 'control-api') =>
  Object.values(readApi(name).paths).flatMap((item) => Object.values(item).filter((one) => isOperation(one)));

/** Compiles programs, each in a file of its own. */
async function compile(programs: ReadonlyMap<string, string>): Promise<unknown> {
  const folder = mkdtempSync(`${root}node_modules/.cache/api-programs-`);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, program] of programs) writeFileSync(join(folder, `${name}.ts`), program);
  const compilerOptions = { typeRoots: [`${root}node_modules/@types`] };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: `${root}tsconfig.json`, compilerOptions, include: ['*.ts'], exclude: [] }),
  );
  return run(['tsc', '--project', folder]);
}

test('the API reference has a program in TypeScript for each call of the service, and all of them compile', async () => {
  const operations = operationsOf('openapi');
  const rows = Object.entries(endpoints).flatMap(([resource, own]) =>
    Object.values(own).map(({ method, path }) => `${resource} ${method} ${path}`),
  );
  expect(operations.length).toBe(new Set(rows).size);
  const programs = new Map(operations.map((operation) => [operation.operationId, programOf(operation)]));
  expect(await compile(programs)).toMatchObject({ ok: true, output: '' });
});

test('the reference of the control API has a program in TypeScript for each control, and all of them compile', async () => {
  const controls = Object.values({ ...clockControls, ...serviceControls, ...handleControls });
  expect([...METHODS.keys()]).toEqual(expect.arrayContaining(controls.map(({ name }) => name)));
  const operations = operationsOf('control-api').map(({ operationId }) => operationId);
  expect(operations).toEqual(expect.arrayContaining([...METHODS.keys()]));
  const programs = new Map([...METHODS.keys()].map((name) => [name, controlProgramOf(name) ?? '']));
  expect(programs.get('advanceClock')).toContain("emulator.clock.advance('10m')");
  expect(await compile(programs)).toMatchObject({ ok: true, output: '' });
});

const sound = `<h2 id="b">B</h2><a href="#b">1</a><a class="x" href="/a.html#b">2</a><a href="/guides/">3</a>
  <img src="/p.png"><a href="https://known.example.net/x">4</a><a href="http://localhost:4010/">5</a>`;

test.each([
  ['nothing in links to pages, headings, files and known hosts', 'a.html', sound, undefined],
  ['a page that does not exist', 'a.html', '<a href="/lost.html">x</a>', '/lost.html'],
  ['a heading that does not exist', 'a.html', '<a href="/a.html#lost">x</a>', '/a.html#lost'],
  [
    'a host that is not known',
    'a.html',
    '<a href="https://unknown.invalid/">x</a>',
    'https://unknown.invalid/',
  ],
  ['a lost page in llms.txt', 'llms.txt', '- [A](/p.png): text\n- [B](/b.md#x): text', '/b.md'],
])('the check of links finds %s', (_, file, text, link) => {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, content] of Object.entries({ 'guides/index.html': '', 'p.png': '', [file]: text })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const { broken } = brokenLinks(folder, new Set(['known.example.net']));
  expect(broken).toEqual(link === undefined ? [] : [`${file} links to ${link}`]);
});

test.each([
  [[], { isServed: false, port: undefined }],
  [['--dev'], { isServed: true, port: undefined }],
  [['--dev', '--port', '5000'], { isServed: true, port: '5000' }],
  [['--port=5000'], { isServed: true, port: '5000' }],
])('npm run docs -- %j', (args, options) => {
  expect(readSiteOptions(args)).toEqual(options);
});

test.each([
  [['--port', '0'], 'from 1 to 65535; got "0"'],
  [['--port', 'x'], 'got "x"'],
  [['--port', '70000'], 'got "70000"'],
  [['--port'], '--port'],
  [['--serve'], '--serve'],
  [['5000'], '5000'],
])('npm run docs -- %j is refused with the argument', (args, part) => {
  expect(() => readSiteOptions(args)).toThrow(part);
});
