import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { withTabs } from '../../docs/site/.vitepress/documents.ts';
import { indexOptions } from '../../docs/site/.vitepress/search.ts';
import { inspect } from '../../docs/site/.vitepress/theme/playground/inspect.ts';
import { pagesOf, type Section } from '../../docs/site/.vitepress/theme/search-results.ts';
import { callEveryOperation, readSamples } from './api-samples.ts';
import { brokenLinks } from './broken-links.ts';

describe('blocks of code in the site', () => {
  test('the name of a file is a tab above its code', () => {
    expect(withTabs('```ts send.ts\nsend();\n```\n')).toBe(
      '::: code-group\n```ts [send.ts]\nsend();\n```\n:::\n',
    );
  });

  test('install commands have a tab for each package manager', () => {
    const text = withTabs('```sh install\nnpm init -y\nnpm install --save-dev msw\n```\n');
    expect(text.match(/\[\w+\]/g)).toEqual(['[npm]', '[pnpm]', '[yarn]', '[bun]']);
    for (const command of ['pnpm add --save-dev msw', 'yarn add --dev msw', 'bun add --dev msw'])
      expect(text).toContain(`\n${command}\n`);
  });

  test('tabs beside each other have the names of files without their folders', () => {
    const text = '::: code-group\n```py [examples/python-pytest/webhook.py]\nverify()\n```\n:::\n';
    expect(withTabs(text)).toBe('::: code-group\n```py [webhook.py]\nverify()\n```\n:::\n');
  });

  test('code without a name stays', () => {
    expect(withTabs('```json\n{}\n```\n')).toBe('```json\n{}\n```\n');
  });
});

describe('the samples of the API reference', () => {
  test('there is one in TypeScript for each operation, and all of them run', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const { baseUrl, fetch, account, organization } = createEmulator();
    const keys = { accountKey: account.apiKey, organizationKey: organization.apiKey };
    await callEveryOperation(createMessagingClient({ baseUrl, fetch, ...keys }));
    expect(readSamples().size).toBe(11);
    expect(readSamples().get('batches.cancel')).toMatch(
      /accountKey: .*\n[^]*await batches\.cancel\(batchUuid\);$/,
    );
  });
});

describe('the search', () => {
  const section = (id: string, titles: readonly string[], text: string): Section => ({
    id,
    title: titles.at(-1) ?? '',
    titles: titles.slice(0, -1),
    text,
    terms: ['cancel'],
  });

  test('lists each page once, with its best section and the words around the match', () => {
    const results = pagesOf([
      section('/guides/scheduling.html#cancel', ['Schedule', 'Cancel'], 'You can cancel it'),
      section('/guides/scheduling.html', ['Schedule'], 'Cancelled messages are never sent.'),
      section('/behavior/batches.html', ['Batches'], `${'word '.repeat(50)}cancel &lt;uuid&gt;`),
    ]);
    expect(results.map(({ id, section: part, kind }) => [id, part, kind])).toEqual([
      ['/guides/scheduling.html#cancel', 'Cancel', 'Guide'],
      ['/behavior/batches.html', undefined, 'Behavior'],
    ]);
    expect(results[0]?.excerpt).toEqual([
      { text: 'You can ', isMatch: false },
      { text: 'cancel', isMatch: true },
      { text: ' it', isMatch: false },
    ]);
    expect(results[1]?.excerpt.map(({ text }) => text).join('')).toMatch(/^… word .*cancel <uuid>$/);
  });

  test('an error code is a term of its own', () => {
    expect(indexOptions.tokenize('the code duplicate_id, too')).toContain('duplicate_id');
  });
});

describe('values in the output of the playground', () => {
  test.each([
    [{ total: 1, delivered: 0 }, '{ total: 1, delivered: 0 }'],
    [['a', 1, null], "[ 'a', 1, null ]"],
    [new Error('lost'), 'Error: lost'],
    [{ 'a-b': new Date(0) }, "{ 'a-b': 1970-01-01T00:00:00.000Z }"],
    [{}, '{}'],
  ])('%o', (value, text) => {
    expect(inspect(value)).toBe(text);
  });
});

describe('the check of links', () => {
  let folder = '';
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function broken(pages: Readonly<Record<string, string>>): string[] {
    folder = mkdtempSync(join(tmpdir(), 'site-'));
    for (const [path, text] of Object.entries(pages)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return brokenLinks(folder, new Set(['known.example.net'])).broken;
  }

  test('accepts pages, headings, files and known hosts', () => {
    const html = `<h2 id="b">B</h2><a href="#b">1</a><a class="x" href="/guides/a.html#b">2</a><a href="/guides/">3</a>
      <img src="/p.png"><a href="https://known.example.net/x">4</a><a href="http://localhost:4010/">5</a>`;
    expect(broken({ 'guides/a.html': html, 'guides/index.html': '', 'p.png': '' })).toEqual([]);
  });

  test.each([
    ['a page that does not exist', '/lost.html'],
    ['a heading that does not exist', '/a.html#lost'],
    ['a host that is not known', 'https://unknown.invalid/'],
  ])('finds %s', (_, href) => {
    expect(broken({ 'a.html': `<a href="${href}">x</a>` })).toEqual([`a.html links to ${href}`]);
  });

  test('reads the links of llms.txt', () => {
    expect(broken({ 'llms.txt': '- [A](/a.md): text\n- [B](/b.md#x): text', 'a.md': '' })).toEqual([
      'llms.txt links to /b.md',
    ]);
  });
});
