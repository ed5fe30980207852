import { extname } from 'node:path';
import { coverageTable, indexClauses } from '../lint/clause-index.ts';
import { root } from '../source-paths.ts';
import { type Links, linkClauses } from './links.ts';
import { lowerHeadings } from './markdown.ts';
import { decisions, read } from './pages.ts';

/** All decisions on one page: their overview, then each record under its own anchor. */
export function decisionsPage(links: Links): string {
  const records = decisions.map((name) => {
    const source = `decisions/${name}.md`;
    const text = lowerHeadings(read(source)).replace(/^## .*$/m, (heading) => `${heading} {#${name}}`);
    return links.rewrite(text, source);
  });
  return [links.rewrite(read('decisions/README.md'), 'decisions/README.md'), ...records].join('\n\n');
}

/** Every clause with its tests, its conformance cases and its decisions. */
export function coveragePage(): string {
  const table = coverageTable(indexClauses(root).clauses).replace(
    /(?<=\| )[\w-]+(?:, [\w-]+)*(?= \|$)/gm,
    (cell) =>
      cell
        .split(', ')
        .map((name) => (decisions.includes(name) ? `[${name}](/decisions.md#${name})` : name))
        .join(', '),
  );
  return linkClauses(
    `# Tests of each clause\n\nThe tests that cite a clause, the conformance cases that check it in a live service, and its decisions.\n\n${table}`,
  );
}

const HIGHLIGHTED = /^(ts|tsx|js|mjs|json|yaml|yml|py|go|php|xml|html|css|sh|md)$/;

/** Colors make a page of data eight times as large. */
const LONGEST_HIGHLIGHTED = 30_000;

/** A page that shows a file of the repository. */
export function sourcePage(file: string): string {
  const language = extname(file).slice(1).replace('cjs', 'js');
  const code = read(file).trimEnd();
  const isHighlighted = HIGHLIGHTED.test(language) && code.length <= LONGEST_HIGHLIGHTED;
  return `# ${file}\n\n\`\`\`\`\`${isHighlighted ? language : 'text'}\n${code}\n\`\`\`\`\`\n`;
}
