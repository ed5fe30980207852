import { existsSync, globSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import MiniSearch from 'minisearch';
import { indexOptions, searchOptions } from '../../docs/site/.vitepress/search.ts';
import { questions } from './questions.ts';

/** A section of a page, as the index of the site has it. */
interface Section {
  readonly id: string;
  readonly title: string;
}

/** Searches the index of the built site for each question, as the search box of the page does. */
export async function checkSearch(folder: string): Promise<string[]> {
  const index = await readIndex(folder);
  return Object.entries(questions).flatMap(([question, pages]) => {
    const absent = pages.filter((page) => !existsSync(`${folder}/${page}.html`));
    const found = index.search(question).map(({ id }) => String(id));
    const isAnswer = (id: string) => pages.some((page) => id.split('#')[0]?.endsWith(`/${page}.html`));
    return [
      ...absent.map((page) => `the question "${question}" names ${page}, which does not exist`),
      ...(found.slice(0, 2).some(isAnswer) ? [] : [sentence(question, pages, found)]),
    ];
  });
}

function sentence(question: string, pages: readonly string[], found: readonly string[]): string {
  const first = found.slice(0, 4).join(', ') || 'nothing';
  return `search for "${question}" finds ${first}, and not ${pages.join(' or ')} among the first two`;
}

async function readIndex(folder: string): Promise<MiniSearch<Section>> {
  const [file] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: folder });
  if (file === undefined) throw new Error(`${folder} has no search index`);
  const module = (await import(pathToFileURL(`${folder}/${file}`).href)) as { default: string };
  return MiniSearch.loadJSON<Section>(module.default, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    searchOptions,
    ...indexOptions,
  });
}
