import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { root } from '../source-paths.ts';
import { siteAddress } from './addresses.ts';
import type { Links } from './links.ts';
import { changeLinks } from './markdown.ts';
import { documents, GUIDES, read } from './pages.ts';

/** The index for language models, with the links of the site. */
export function indexForModels(links: Links): string {
  return absolute(links.rewrite(read('llms.txt'), 'llms.txt'));
}

/** The index, all guides, packages, clauses and examples with their code in one text. */
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
  const shown = new Set<string>();
  const texts = chosen.map(({ source, path }) => {
    const text = absolute(links.rewrite(read(source), source));
    return [`Source: ${addressOf(path)}`, text.trimEnd(), ...codeOf(source, shown)].join('\n\n');
  });
  return [head.trimEnd(), ...texts].join('\n\n---\n\n');
}

const CODE_FILES = '**/*.{ts,cjs,py,go,php,svelte,yml,yaml}';

/** The code of an example. Tests of examples that are not about testing, and copies of a file, are left out. */
function codeOf(readme: string, shown: Set<string>): string[] {
  const [, folder] = /^(examples\/[^/]+)\/README\.md$/.exec(readme) ?? [];
  if (folder === undefined) return [];
  const files = globSync(CODE_FILES, { cwd: root + folder, exclude: ['**/node_modules', '**/*.test.ts'] });
  return files.toSorted().flatMap((file) => {
    const code = read(`${folder}/${file}`).trimEnd();
    if (shown.has(code)) return [];
    shown.add(code);
    return [`\`${folder}/${file}\`:\n\n\`\`\`\`${extname(file).slice(1)}\n${code}\n\`\`\`\``];
  });
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
  if (siteAddress === undefined) return `/${path}`;
  const isWhole = `/${path}`.startsWith(siteAddress.pathname);
  return new URL(isWhole ? `/${path}` : path, siteAddress).href;
}
