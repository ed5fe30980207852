import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import MiniSearch from 'minisearch';
import { afterEach, describe, expect, test } from 'vitest';
import { indexOptions, searchOptions } from '../../docs/site/.vitepress/search.ts';
import { brokenLinks } from './broken-links.ts';
import { checkSearch } from './check-search.ts';
import { questions } from './questions.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A built site with these files. */
function site(files: Readonly<Record<string, string>>): string {
  folder = mkdtempSync(join(tmpdir(), 'site-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** The search index of a site, in which each page has a text. */
function indexOf(texts: Readonly<Record<string, string>>): Record<string, string> {
  const search = new MiniSearch({
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    searchOptions,
    ...indexOptions,
  });
  for (const [page, text] of Object.entries(texts))
    search.add({ id: `/${page}.html#top`, title: text, titles: [], text });
  const module = `export default ${JSON.stringify(JSON.stringify(search))};`;
  return { 'assets/chunks/@localSearchIndexroot.abc.js': module };
}

const pages = [...new Set(Object.values(questions).flat())];

/** A site in which each page answers its questions in their own words. */
function answering(): Record<string, string> {
  const asked = (page: string) =>
    Object.entries(questions)
      .filter(([, answers]) => answers.includes(page))
      .map(([question]) => question)
      .join(' ');
  return Object.fromEntries(pages.map((page) => [page, asked(page)]));
}

const built = (names: readonly string[]) => Object.fromEntries(names.map((page) => [`${page}.html`, '']));

describe('the check of the search', () => {
  test('fails if the site has no index, and names the folder', async () => {
    const empty = site({ 'index.html': '' });
    await expect(checkSearch(empty)).rejects.toThrow(`${empty} has no search index`);
  });

  test('fails for every question whose page is not found, with what is found instead', async () => {
    const problems = await checkSearch(
      site({ ...built(pages), ...indexOf({ 'guides/other': 'nothing of interest' }) }),
    );
    expect(problems).toHaveLength(Object.keys(questions).length);
    for (const problem of problems)
      expect(problem).toMatch(/^search for ".+" finds .+, and not .+ among the first two$/);
  });

  test('fails for a page that a question names, and that does not exist', async () => {
    const [lost, ...others] = pages;
    const problems = await checkSearch(site({ ...built(others), ...indexOf(answering()) }));
    expect(
      problems.filter((problem) => problem.endsWith(`names ${lost}, which does not exist`)).length,
    ).toBeGreaterThan(0);
  });
});

describe('the check of links', () => {
  const check = (files: Readonly<Record<string, string>>) =>
    brokenLinks(site(files), new Set(['known.example.net']));

  test('counts the pages that it read, so that an empty site is noticed', () => {
    expect(check({ 'a.html': '', 'b/c.html': '', 'x.txt': '' })).toEqual({ pages: 2, broken: [] });
    expect(check({ 'x.txt': '' }).pages).toBe(0);
  });

  test.each([
    ['a picture', '<img src="/lost.png">', '/lost.png'],
    ['a script', '<script src="lost.js"></script>', 'lost.js'],
    ['a style sheet', '<link rel="stylesheet" href="/lost.css">', '/lost.css'],
    ['a folder without an index', '<a href="/empty/">x</a>', '/empty/'],
    ['a page above the site', '<a href="../../lost.html">x</a>', '../../lost.html'],
    ['an address with an escape', '<a href="/gr%C3%BC%C3%9Fe.html">x</a>', '/gr%C3%BC%C3%9Fe.html'],
    ['a heading of another page', '<a href="/other.html#lost">x</a>', '/other.html#lost'],
    ['another program', '<a href="ftp://files.invalid/">x</a>', 'ftp://files.invalid/'],
  ])('finds %s that does not exist', (_, html, link) => {
    expect(check({ 'a.html': html, 'other.html': '<h2 id="there">x</h2>' }).broken).toEqual([
      `a.html links to ${link}`,
    ]);
  });

  test('reports a broken link of a page once', () => {
    expect(check({ 'a.html': '<a href="/x.html">1</a><a href="/x.html">2</a>' }).broken).toHaveLength(1);
  });

  test.each([
    'mailto:me@known.test',
    'data:image/png;base64,AA',
    'https://service.test/a',
    'http://127.0.0.1:4010/_emulator/',
    'https://example.com/',
  ])('accepts %s, which is an example or no page', (link) => {
    expect(check({ 'a.html': `<a href="${link}">x</a>` }).broken).toEqual([]);
  });

  test('does not take code for links in texts for language models', () => {
    const text = 'Call `[a](b)`.\n\n```md\n[lost](lost.md)\n```\n\n[here](a.md#section)\n';
    expect(check({ 'llms-full.txt': text, 'a.md': '' }).broken).toEqual([]);
  });
});
