import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { root } from '../../tools/source-paths.ts';
import { type Document, isExcerpt } from './document.ts';

/** The folder of the examples, which Git ignores. */
export const SNIPPETS = `${root}test/.snippets/`;

/** Creates an empty folder for one test file. */
export function clearSnippets(area: string): string {
  const folder = `${SNIPPETS}${area}/`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * Saves all files of a document to a separate folder. The runtime loads modules of a new folder again, so examples do not
 * affect each other.
 *
 * @returns The folder, with a trailing slash.
 */
export function saveFiles(area: string, { path, fences }: Document, purpose: string): string {
  const folder = `${area}${path.replace(/\W+/g, '-')}/${purpose}/`;
  mkdirSync(folder, { recursive: true });
  const names = new Set<string>();
  for (const { language, name, text, line } of fences) {
    if (name === undefined || language === 'sh' || isExcerpt({ language, name })) continue;
    if (names.has(name)) throw new Error(`${path}:${line}: there are two files called ${name}`);
    names.add(name);
    writeFileSync(`${folder}${name}`, text);
  }
  return folder;
}
