import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { siteAddress } from './addresses.ts';
import type { Links } from './links.ts';
import { changeLinks } from './markdown.ts';
import { documents, GUIDES, read } from './pages.ts';

/** The index for language models, with the links of the site. */
export function indexForModels(links: Links): string {
  return absolute(links.rewrite(read('llms.txt'), 'llms.txt'));
}

/** The index, all guides, packages, clauses and examples in one text. */
export function fullTextForModels(links: Links): string {
  const [head = ''] = read('llms.txt').split(/^## /m, 1);
  const named = Object.values(GUIDES)
    .flat()
    .map((name) => `docs/guides/${name}.md`);
  const isPart = (source: string) => /^(README|packages\/.*README|docs\/behavior|examples)/.test(source);
  const chosen = [
    ...named.flatMap((source) => documents.filter((one) => one.source === source)),
    ...documents.filter(({ source }) => isPart(source)),
  ];
  const texts = chosen.map(
    ({ source, path }) => `Source: ${addressOf(path)}\n\n${absolute(links.rewrite(read(source), source))}`,
  );
  return [head.trimEnd(), ...texts].join('\n\n---\n\n');
}

/** Puts the Markdown of each page beside its HTML. */
export function copyMarkdown(from: string, to: string): void {
  const pages = globSync('{guides,examples,behavior,project,api,reference,source}/**/*.md', { cwd: from });
  for (const page of [...pages, 'introduction.md', 'decisions.md']) {
    const text = readFileSync(from + page, 'utf8').replace(/^---\n[\s\S]*?\n---\n\n/, '');
    mkdirSync(dirname(to + page), { recursive: true });
    writeFileSync(to + page, page.startsWith('source/') ? text : absolute(text));
  }
}

function absolute(text: string): string {
  return changeLinks(text, (target) => (target.startsWith('/') ? addressOf(target.slice(1)) : target));
}

function addressOf(path: string): string {
  return siteAddress === undefined ? `/${path}` : new URL(path, siteAddress).href;
}
