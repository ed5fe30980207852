/**
 * `npm run docs` builds the site of guides, reference and behavior in docs/site/dist, and checks its links.
 * `npm run docs -- --dev` serves it and reloads pages while you edit the documents; `--port 5000` serves it at another port.
 *
 * SITE_URL is the address at which the site will be. Without it the site works at the root of any host.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { conclude } from '../report.ts';
import { run } from '../run.ts';
import { root } from '../source-paths.ts';
import { writeApiDocuments } from './api-documents.ts';
import { writeApiPages } from './api-pages.ts';
import { brokenLinks } from './broken-links.ts';
import { writeErrorPage } from './error-page.ts';
import { packExamples } from './example-files.ts';
import { siteLink } from './links.ts';
import { changeLinks } from './markdown.ts';
import { readSiteOptions } from './options.ts';
import { guidesWithoutPlace, read } from './pages.ts';
import { playgroundTypes } from './playground-types.ts';
import { REFERENCE, writeReference } from './reference.ts';

const site = `${root}docs/site/`;
const { isServed, port } = readSiteOptions(process.argv.slice(2));

if (!existsSync(`${site}node_modules/vitepress`)) await installTools();
await copyFiles();
if (isServed) {
  // The reference changes with the code. Editing the documents must not wait for it.
  if (!existsSync(REFERENCE)) await writeReference();
  const options = port === undefined ? [] : ['--port', port];
  spawnSync('npx', ['vitepress', 'dev', ...options], { cwd: site, stdio: 'inherit' });
} else {
  rmSync(REFERENCE, { recursive: true, force: true });
  const problems = await writeReference();
  const compiled = await run(['npx', 'tsc', '--project', site]);
  if (!compiled.ok) problems.push(compiled.output);
  const { ok, output } = await run(['npm', 'run', '--silent', 'build'], site);
  if (ok) {
    await packExamples(`${site}dist/examples`);
    writeFileSync(`${site}dist/llms.txt`, indexForModels());
  }
  const { pages, broken } = ok ? brokenLinks(`${site}dist`) : { pages: 0, broken: [output] };
  const unplaced = guidesWithoutPlace().map((guide) => `${guide} is missing in tools/site/pages.ts`);
  conclude([...problems, ...unplaced, ...broken], `${pages} pages`);
  if (ok)
    process.stdout.write(
      `The site is in ${site}dist. \`npm run docs -- --dev\` serves it at http://localhost:5173; \`--port\` takes another port.\n`,
    );
}

/** The index for language models, with links to the pages. */
function indexForModels(): string {
  const lines = read('llms.txt')
    .split('\n')
    // Some entries are about files that have no page.
    .filter((line) => !/^- \[.*\]\((?!.*\.md\)).*\):|\.github/.test(line));
  return changeLinks(lines.join('\n'), (target) =>
    (siteLink(target, 'llms.txt') ?? target).replace(/\.md(?=#|$)/, '.html'),
  );
}

/** The tools of the site are large and have a lockfile of their own, so that `npm ci` in the root stays quick. */
async function installTools(): Promise<void> {
  process.stdout.write('Installing the tools of the site in docs/site/node_modules (once, 1 to 2 minutes)\n');
  const { ok, output } = await run(['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], site);
  if (!ok) throw new Error(`npm ci in docs/site failed:\n${output}`);
}

/** Files that the site serves unchanged. Git ignores the copies. */
async function copyFiles(): Promise<void> {
  const target = `${site}public/copied/`;
  mkdirSync(target, { recursive: true });
  writeApiDocuments(target);
  writeApiPages();
  writeErrorPage();
  writeFileSync(`${target}playground-types.json`, JSON.stringify(await playgroundTypes()));
  copyFileSync(`${site}node_modules/@scalar/api-reference/dist/browser/standalone.js`, `${target}scalar.js`);
  const { ok, output } = await run([
    'npx',
    'vite',
    'build',
    '--config',
    'packages/inspector/vite.config.ts',
    '--base',
    './',
    '--outDir',
    `${target}inspector`,
    '--emptyOutDir',
  ]);
  if (!ok) throw new Error(`The inspector cannot be built:\n${output}`);
}
