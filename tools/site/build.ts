/**
 * `npm run docs` builds the site of guides, reference and behavior in docs/site/dist. It fails on a warning, a link that
 * leads nowhere, a link to an unknown host, and a question that the search of the site does not answer. Where there is
 * Chromium, it also opens a page of each kind there.
 *
 * SITE_URL is the address at which the site will be. Without it the site works at the root of any host.
 */
import { existsSync } from 'node:fs';
import { conclude } from '../report.ts';
import { run } from '../run.ts';
import { siteAddress } from './addresses.ts';
import { brokenLinks } from './broken-links.ts';
import { hasChromium } from './browser.ts';
import { checkControls } from './check-controls.ts';
import { checkPages } from './check-pages.ts';
import { checkSearch } from './check-search.ts';
import { packExamples } from './example-files.ts';
import { copyMarkdown } from './language-models.ts';
import { writeReference } from './reference.ts';
import { guidesWithoutPlace } from './sidebar.ts';
import { clearStage, site, stage, staged } from './stage.ts';

await installTools();
clearStage();
const { modules, problems } = await writeReference(`${staged}reference`);
stage(modules);
await packExamples(`${staged}public/`);
const built = await run(['npm', 'run', '--silent', 'build'], site);
const warnings = built.output.split('\n').filter(isWarning);
if (!built.ok) warnings.push(built.output);

const found = built.ok ? await examine() : { pages: 0, problems: [] };
conclude(
  [
    ...problems,
    ...guidesWithoutPlace().map((guide) => `${guide} is missing in tools/site/pages.ts`),
    ...warnings,
    ...found.problems,
  ],
  `${found.pages} pages`,
);

/** The esbuild of VitePress also reads the tsconfig.json of the root, whose target it does not know. It has no effect. */
function isWarning(line: string): boolean {
  return /\bwarn|\(!\)|not loaded|dead link/i.test(line) && !line.includes('Unrecognized target environment');
}

async function examine(): Promise<{ pages: number; problems: string[] }> {
  copyMarkdown(staged, `${site}dist/`);
  const { pages, broken } = brokenLinks(`${site}dist`);
  return { pages, problems: [...broken, ...(await checkSearch(`${site}dist`)), ...(await lookAtPages())] };
}

async function lookAtPages(): Promise<string[]> {
  if (!hasChromium) {
    process.stderr.write('No /usr/bin/chromium: the pages are not opened in a browser.\n');
    return [];
  }
  const base = siteAddress?.pathname ?? '/';
  return [...(await checkPages(`${site}dist`, base)), ...(await checkControls(`${site}dist`, base))];
}

/** The tools of the site are large and have a lockfile of their own, so that `npm ci` in the root stays quick. */
async function installTools(): Promise<void> {
  if (existsSync(`${site}node_modules/vitepress`)) return;
  process.stdout.write('Installing the tools of the site in docs/site/node_modules (once, 1 to 2 minutes)\n');
  const { ok, output } = await run(['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], site);
  if (!ok) throw new Error(`npm ci in docs/site failed:\n${output}`);
}
