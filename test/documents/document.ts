import { globSync, readFileSync } from 'node:fs';
import { root } from '../../tools/source-paths.ts';

/** A fenced block of a Markdown document. */
export interface Fence {
  /** The first word after the backticks. */
  readonly language: string;
  /** The second word: the file name of the example, or the purpose of a block of commands. */
  readonly name: string | undefined;
  /** The content. */
  readonly text: string;
  /** The line of the opening backticks, from 1. */
  readonly line: number;
  /** Whether it is one of several tabs, of which a reader uses one. */
  readonly isTab?: boolean;
}

/** A document for users, with its examples. */
export interface Document {
  /** The path from the root of the repository. */
  readonly path: string;
  /** The whole text. */
  readonly text: string;
  readonly fences: readonly Fence[];
}

/** The documents whose examples users paste. */
export const documents: readonly Document[] = globSync(
  ['README.md', 'packages/*/README.md', 'docs/guides/*.md'],
  { cwd: root },
)
  .toSorted()
  .map((path) => {
    const text = readFileSync(`${root}${path}`, 'utf8');
    return { path, text, fences: readFences(path, text) };
  });

/** Languages of examples that have separate tests. */
const FOREIGN = ['dockerfile', 'go', 'php', 'python', 'yaml'];

/** Whether a fence shows a part of a file of the repository. It names the file by its path from the root. */
export function isExcerpt({ language, name }: Pick<Fence, 'language' | 'name'>): boolean {
  return name !== undefined && (FOREIGN.includes(language) || name.includes('/'));
}

/** Finds the fenced blocks of a Markdown text. */
function readFences(path: string, markdown: string): Fence[] {
  const fences: Fence[] = [];
  let open:
    | { readonly opening: RegExpExecArray; readonly line: number; readonly lines: string[] }
    | undefined;
  for (const [index, text] of markdown.split('\n').entries()) {
    const marks = /^(\s*)(```+)(\S*)(?: +(\S+))?(.*)$/.exec(text);
    if (open === undefined) {
      if (marks === null) continue;
      if (marks[1] !== '' || marks[2] !== '```' || marks[5] !== '')
        throw new Error(`${path}:${index + 1} is not a supported fence: ${text}`);
      open = { opening: marks, line: index + 1, lines: [] };
    } else if (text === '```') {
      const [, , , language = '', title] = open.opening;
      // In a group of tabs, the name is in brackets.
      const name = title?.replace(/^\[(.+)\]$/, '$1');
      fences.push({
        language,
        name,
        text: open.lines.map((line) => `${line}\n`).join(''),
        line: open.line,
        ...(name !== title && { isTab: true }),
      });
      open = undefined;
    } else open.lines.push(text);
  }
  if (open !== undefined) throw new Error(`${path}:${open.line} is never closed`);
  return fences;
}
