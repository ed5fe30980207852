import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { guidesWithoutPlace } from '../../tools/site/pages.ts';
import { root } from '../../tools/source-paths.ts';

/** All documents of the repository. */
const documents = globSync(
  ['*.md', 'llms.txt', '{decisions,docs/guides,.github}/*.md', 'packages/*/*.md', 'examples/**/README.md'],
  { cwd: root },
).toSorted();

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The text without code, where brackets have another meaning. */
const prose = (path: string) =>
  read(path)
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/`[^`\n]*`/g, 'code');

function linksOf(path: string): string[] {
  return [...prose(path).matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = '']) => link);
}

/** The anchors of a document, as GitHub creates them from headings. */
function anchorsOf(path: string): string[] {
  const headings = read(path)
    .replace(/^```[\s\S]*?^```$/gm, '')
    .matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

function leadsSomewhere(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#', 2);
  const target = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(root, target))) return false;
  if (anchor === undefined) return true;
  return statSync(join(root, target)).isFile() && anchorsOf(target).includes(anchor);
}

test.each(documents)('every link of %s leads to an existing file and heading', (document) => {
  const local = linksOf(document).filter((link) => !/^[a-z]+:/.test(link));
  expect(local.filter((link) => !leadsSomewhere(document, link))).toEqual([]);
});

test('llms.txt has the form of llmstxt.org: a title, a summary, and sections of links, each with a note', () => {
  const [head = '', ...sections] = read('llms.txt').split(/^## .+\n\n/m);
  expect(head).toMatch(/^# .+\n\n> .+\n\n/);
  expect(sections.length).toBeGreaterThan(2);
  for (const section of sections)
    for (const line of section.trim().split('\n')) expect(line).toMatch(/^- \[[^\]]+\]\([^)\s]+\): \S.*$/);
});

test('llms.txt names every guide and every package', () => {
  const links = linksOf('llms.txt');
  const named = documents.filter((path) => /^(?:docs\/guides\/|packages\/[^/]+\/README)/.test(path));
  expect(named.filter((path) => !links.includes(path))).toEqual([]);
});

test('every example is linked from a guide, from the page of all examples and from llms.txt', () => {
  const examples = globSync('examples/*/README.md', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  expect(examples.length).toBeGreaterThan(15);
  const guides = documents.filter((path) => path.startsWith('docs/guides/'));
  const targetsOf = (path: string) => linksOf(path).map((link) => join(dirname(path), link));
  const linked = new Set(guides.flatMap(targetsOf));
  expect(examples.filter((path) => !linked.has(path))).toEqual([]);
  const listed = targetsOf('examples/README.md');
  expect(examples.filter((path) => !listed.includes(dirname(path)))).toEqual([]);
  expect(examples.filter((path) => !linksOf('llms.txt').includes(path))).toEqual([]);
});

test('every guide has a place in the navigation of the site', () => {
  expect(guidesWithoutPlace()).toEqual([]);
});
