import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { root } from '../../tools/source-paths.ts';
import { type Document, isExcerpt } from './document.ts';

/** Where the examples are saved, out of sight of Git. */
export const SNIPPETS = `${root}test/.snippets/`;

/** Makes an empty folder for what one test file saves. */
export function clearSnippets(area: string): string {
  const folder = `${SNIPPETS}${area}/`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * Saves all files of a document into a folder of their own, as a reader would who tries one example: modules in it
 * are new to the runtime, so that what another example has done to them is not there.
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
