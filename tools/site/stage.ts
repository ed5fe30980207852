import { copyFileSync, cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { root } from '../source-paths.ts';
import { siteAddress, sourceAddress } from './addresses.ts';
import { exampleOf, filesSection } from './example-files.ts';
import { SETUP_SOURCE, withSetup } from './example-names.ts';
import { coveragePage, decisionsPage, sourcePage } from './generated-pages.ts';
import { fullTextForModels, indexForModels } from './language-models.ts';
import { Links, linkClauses, pageOfFile } from './links.ts';
import { descriptionOf, withFrontmatter } from './markdown.ts';
import { apiDocuments, explorerPage, overviewPage } from './openapi-pages.ts';
import { asPage, withoutGap, withParagraphs, withSchemes } from './page-texts.ts';
import { documents, read } from './pages.ts';
import { type ReferenceModule, readReference, referenceFiles } from './reference.ts';
import { sidebars } from './sidebar.ts';

/** The folder of the site's tools, with a slash at the end. */
export const site = `${root}docs/site/`;
/** The folder that VitePress reads, with a slash at the end. */
export const staged = `${site}.pages/`;

type Settings = Readonly<Record<string, unknown>>;

/** Empties the folder that VitePress reads. */
export function clearStage(): void {
  rmSync(staged, { recursive: true, force: true });
}

/** Writes all pages and files into the folder that VitePress reads. The reference is there already. */
export function stage(modules: readonly ReferenceModule[]): void {
  const links = new Links();
  write('index.md', homePage(links));
  const introductions = stageDocuments(links);
  stageReference(introductions);
  writePage('decisions.md', decisionsPage(links), { source: 'decisions/README.md', outline: [2, 2] });
  writePage('reference/setup.md', links.rewrite(read(SETUP_SOURCE), SETUP_SOURCE), {
    source: SETUP_SOURCE,
    pageClass: 'reference',
  });
  writePage('behavior/coverage.md', coveragePage(), { search: false, aside: false });
  for (const document of apiDocuments) {
    writePage(document.page, overviewPage(document), {});
    const explorer = {
      title: `${document.title}: explorer`,
      layout: 'page',
      pageClass: 'explorer',
      sidebar: false,
    };
    writePage(document.explorer, explorerPage(document), { ...explorer, search: false });
  }
  // Before the files are shown, because these texts link to some.
  const texts = { 'llms.txt': indexForModels(links), 'llms-full.txt': fullTextForModels(links) };
  for (const file of links.shown)
    writePage(pageOfFile(file), sourcePage(file), { source: file, search: false });
  stageFiles(links);
  for (const [name, text] of Object.entries(texts)) write(`public/${name}`, text);
  write('settings.json', JSON.stringify({ sidebar: sidebars(modules), siteAddress, sourceAddress }));
}

/** The home page, with the test that the README shows. */
function homePage(links: Links): string {
  const test = /^```ts reminder\.test\.ts\n(.*?)^```$/ms.exec(read('README.md'))?.[1];
  if (test === undefined) throw new Error('README.md must contain the example reminder.test.ts.');
  const text = read('docs/site/home.md').replace(
    '<!-- reminder.test.ts -->',
    () => `\`\`\`ts\n${test}\`\`\``,
  );
  return withSchemes(links.rewrite(text, 'docs/site/home.md'));
}

/** Writes the documents, and returns those that introduce a package: its index follows them. */
function stageDocuments(links: Links): Map<string, { text: string; source: string }> {
  const introductions = new Map<string, { text: string; source: string }>();
  for (const { source, path } of documents) {
    const document = withSchemes(withoutGap(withParagraphs(links.rewrite(read(source), source))));
    const example = exampleOf(source);
    const text = example === undefined ? document : `${document}\n${filesSection(example, links)}`;
    if (path.startsWith('reference/')) introductions.set(path, { text, source });
    else writePage(path, text, { source, ...settingsOf(path) });
  }
  return introductions;
}

/** The title of the introduction is its place in the navigation, and old changes are not searched. */
function settingsOf(path: string): Settings {
  if (path === 'introduction.md') return { title: 'Introduction' };
  return /change-?log/i.test(path) ? { search: false } : {};
}

/** TypeDoc calls entry points modules, and starts with their list. */
const REFERENCE_START = `Every export of every package. Most programs start with
[\`createMessagingClient\`](/reference/sdk/functions/createMessagingClient.md),
[\`createEmulator\`](/reference/emulator/functions/createEmulator.md) and
[\`createWebhookHandler\`](/reference/webhooks/functions/createWebhookHandler.md).

## Entry points`;

function stageReference(introductions: ReadonlyMap<string, { text: string; source: string }>): void {
  for (const file of referenceFiles(`${staged}reference`)) {
    const path = `reference/${file}`;
    const introduction = introductions.get(path);
    const generated = asPage(withSetup(linkClauses(readReference(`${staged}reference`, file)), file));
    const text = file === 'index.md' ? generated.replace(/^## Modules$/m, REFERENCE_START) : generated;
    const outline = { outline: [2, 3] };
    if (introduction === undefined) writePage(path, text, { ...outline, pageClass: 'reference' });
    else {
      const index = text.replace(/^# .*\n/, '');
      writePage(path, `${introduction.text}\n\n${index}`, { ...outline, source: introduction.source });
    }
  }
}

function stageFiles(links: Links): void {
  const target = `${staged}public/`;
  cpSync(`${site}public`, target, { recursive: true });
  for (const picture of [...links.pictures, ...globSync('docs/inspector-*.png', { cwd: root })])
    copyFileSync(root + picture, target + basename(picture));
  for (const { source } of apiDocuments) copyFileSync(root + source, target + basename(source));
  mkdirSync(`${target}scalar`);
  copyFileSync(
    `${site}node_modules/@scalar/api-reference/dist/browser/standalone.js`,
    `${target}scalar/standalone.js`,
  );
}

function writePage(path: string, text: string, settings: Settings): void {
  const description = descriptionOf(text);
  write(path, withFrontmatter(text, { ...settings, ...(description !== '' && { description }) }));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(staged + path), { recursive: true });
  writeFileSync(staged + path, text);
}
