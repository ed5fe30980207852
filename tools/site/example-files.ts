import { globSync, mkdirSync, statSync } from 'node:fs';
import { basename, posix } from 'node:path';
import { run } from '../run.ts';
import { root } from '../source-paths.ts';
import { siteAddress } from './addresses.ts';
import { type Links, pageOfFile } from './links.ts';
import { documents } from './pages.ts';

/** Results of commands, which belong to the repository and not to an example. */
export const RESULTS =
  /^(node_modules|dist|build|\.svelte-kit|\.next|\.wrangler|test-results|__pycache__|\.pytest_cache)$/;

/** Longer files are data. They and settings such as .gitignore are only in the archive. */
const LONGEST_SHOWN = 30_000;
const isShown = (path: string) => statSync(root + path).size <= LONGEST_SHOWN && !/\/\.[^/]*$/.test(path);

const base = siteAddress?.pathname ?? '/';

/** The name of an example, if a document is the README of one. */
export function exampleOf(source: string): string | undefined {
  return /^examples\/([^/]+)\/README\.md$/.exec(source)?.[1];
}

/** The last section of an example's page: everything that its folder contains, to be read and to be taken. */
export function filesSection(name: string, links: Links): string {
  const items = filesOf(name).map((file) => {
    const path = `examples/${name}/${file}`;
    if (!isShown(path)) return `- ${file}\n`;
    links.shown.add(path);
    return `- [${file}](/${pageOfFile(path)})\n`;
  });
  const archive = archiveOf(name);
  return `## Files\n\n[Download ${posix.basename(archive)}](${base}${archive}){download}, or read the files:\n\n${items.join('')}`;
}

/** Packs the folder of each example into the archive that its page offers. */
export async function packExamples(folder: string): Promise<void> {
  mkdirSync(`${folder}examples`, { recursive: true });
  for (const name of documents.flatMap(({ source }) => exampleOf(source) ?? [])) {
    const files = ['README.md', ...filesOf(name)].map((file) => `${name}/${file}`);
    const { ok, output } = await run(['tar', '-czf', folder + archiveOf(name), ...files], `${root}examples`);
    if (!ok) throw new Error(`${archiveOf(name)} cannot be packed:\n${output}`);
  }
}

const archiveOf = (name: string) => `examples/${name}.tar.gz`;

/** The files of an example except its README, which is the page. */
function filesOf(name: string): string[] {
  const cwd = `${root}examples/${name}`;
  return globSync(['**/*', '**/.*'], { cwd, exclude: (path) => RESULTS.test(basename(path)) })
    .filter((path) => path !== 'README.md' && statSync(`${cwd}/${path}`).isFile())
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
}
