import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import type { Plugin } from 'vite';
import { filesOf } from '../../../tools/site/example-files.ts';
import { root } from '../../../tools/source-paths.ts';

/** Longer files are data, which the archive contains. */
const LONGEST_SHOWN = 12_000;

const LANGUAGES: Readonly<Record<string, string>> = {
  '.cjs': 'js',
  '.css': 'css',
  '.go': 'go',
  '.html': 'html',
  '.js': 'js',
  '.json': 'json',
  '.jsonc': 'json',
  '.mjs': 'js',
  '.php': 'php',
  '.py': 'py',
  '.svelte': 'html',
  '.ts': 'ts',
  '.tsx': 'tsx',
  '.xml': 'xml',
  '.yaml': 'yaml',
  '.yml': 'yaml',
};

/**
 * Shows the documents of the repository as the site needs them: file names as tabs above their code, install commands for
 * each package manager, and the code of an example on the page of its README.
 */
export function documents(): Plugin {
  return {
    name: 'documents',
    enforce: 'pre',
    // The pages lie outside the folder that contains Vue.
    resolveId: (id, _, { ssr = false }) =>
      ssr && /^vue(\/server-renderer)?$/.test(id) ? { id, external: true } : undefined,
    transform: (text, id) => {
      if (!id.endsWith('.md')) return undefined;
      const [, example] = /\/examples\/([^/]+)\/README\.md$/.exec(id) ?? [];
      return (
        withTabs(withPictures(withParagraphs(text))) + (example === undefined ? '' : `\n${section(example)}`)
      );
    },
  };
}

/** Starts a paragraph at each label of a clause, such as "Decision." */
export function withParagraphs(text: string): string {
  return text.replace(/(?<=[^\n])[ \n](?=\*\*(?:Open point|Decision|Change it)\.\*\*)/g, '\n\n');
}

const PICTURE =
  /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\s*<img ([^>]*?)src="([^"]+)"([^>]*)>\s*<\/picture>/g;

/** Shows the picture for the theme of the site, which readers choose there. A `<picture>` follows the system. */
export function withPictures(text: string): string {
  return text.replace(
    PICTURE,
    (_, dark: string, before: string, light: string, after: string) =>
      `<p class="picture"><img class="in-light" ${before}src="${light}"${after}><img class="in-dark" ${before}src="${dark}"${after} loading="lazy"></p>`,
  );
}

const FENCE = /^(`{3,})(\w+) ([\w.\-/]+)\n([\s\S]*?)^\1$/gm;

/** The path of a file in the title of a tab. */
const PATH_OF_TAB = /^(`{3,}\w+ \[)[\w.\-/]+\/(?=[\w.-]+\]$)/gm;

/** Turns "ts send.ts" after a fence into a tab with the name of the file. Tabs beside each other have no paths. */
export function withTabs(text: string): string {
  return text
    .replace(PATH_OF_TAB, '$1')
    .replace(FENCE, (_, marks: string, language: string, name: string, code: string) => {
      const tab = (title: string, content: string) => `${marks}${language} [${title}]\n${content}${marks}\n`;
      if (name === 'install')
        return group(MANAGERS.map(([title, changes]) => tab(title, changes.reduce(change, code))));
      return group([tab(language === 'sh' ? 'Terminal' : name, code)]);
    });
}

const group = (tabs: readonly string[]) => `::: code-group\n${tabs.join('')}:::`;

type Change = readonly [from: RegExp, to: string];
const change = (code: string, [from, to]: Change) => code.replace(from, to);

/** The commands of each package manager that differ from those of npm. */
const MANAGERS: readonly (readonly [name: string, changes: readonly Change[]])[] = [
  ['npm', []],
  [
    'pnpm',
    [
      [/^npm init -y/gm, 'pnpm init'],
      [/^npm install --save-dev/gm, 'pnpm add --save-dev'],
      [/^npm install/gm, 'pnpm add'],
    ],
  ],
  [
    'yarn',
    [
      [/^npm init -y/gm, 'yarn init -y'],
      [/^npm install --save-dev/gm, 'yarn add --dev'],
      [/^npm install/gm, 'yarn add'],
    ],
  ],
  [
    'bun',
    [
      [/^npm init -y/gm, 'bun init -y'],
      [/^npm install --save-dev/gm, 'bun add --dev'],
      [/^npm install/gm, 'bun add'],
    ],
  ],
];

function section(name: string): string {
  const folder = `${root}examples/${name}/`;
  const blocks = filesOf(name)
    .filter((file) => extname(file) in LANGUAGES && statSync(folder + file).size <= LONGEST_SHOWN)
    .map((file) => {
      const code = readFileSync(folder + file, 'utf8').trimEnd();
      return `::: details ${file}\n\`\`\`\`${LANGUAGES[extname(file)]}\n${code}\n\`\`\`\`\n:::\n`;
    });
  return `## Files\n\n<a href="./${name}.tar.gz" download>Download the folder</a>, or read its files:\n\n${blocks.join('\n')}`;
}
