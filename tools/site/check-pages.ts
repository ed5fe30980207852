import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { inBrowser } from './browser.ts';

/** A page of each kind. */
const KINDS = {
  home: 'index.html',
  introduction: 'introduction.html',
  guide: 'guides/webhooks.html',
  example: 'examples/nextjs-route.html',
  decisions: 'decisions.html',
  behavior: 'behavior/messages.html',
  'list of tests': 'behavior/coverage.html',
  'start of the reference': 'reference/index.html',
  package: 'reference/sdk/index.html',
  class: 'reference/sdk/classes/ApiError.html',
  function: 'reference/sdk/functions/createMessagingClient.html',
  interface: 'reference/sdk/interfaces/Messages.html',
  type: 'reference/sdk/type-aliases/Transport.html',
  operations: 'api/index.html',
  explorer: 'api/explorer.html',
  'explorer of the control API': 'api/control-explorer.html',
  file: 'source/packages/contract/src/errors.ts.html',
  'page that does not exist': 'lost.html',
  'search dialog': 'guides/sending.html',
};

const WIDTHS = [1440, 400];
const SCHEMES = ['light', 'dark'] as const;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly isForeign: boolean }[];
}

/**
 * Findings in the explorer that come from Scalar itself and that no setting changes: some of its buttons to copy have no
 * name, and two examples of responses share one.
 */
const KNOWN_OF_SCALAR: ReadonlySet<string> = new Set(['button-name', 'landmark-unique']);

/**
 * Opens a page of each kind in Chromium, on wide and narrow screens, in light and dark. Reports what axe-core finds, pages that
 * are wider than the screen, errors in the console, and requests to other hosts.
 */
export function checkPages(
  folder: string,
  base: string,
  kinds: Readonly<Record<string, string>> = KINDS,
): Promise<string[]> {
  return inBrowser(folder, base, async ({ url, browser, problems, watch }) => {
    for (const width of WIDTHS) {
      const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
      const page = await context.newPage();
      watch(page);
      for (const [kind, path] of Object.entries(kinds)) {
        await page.goto(url + path, { waitUntil: 'networkidle' });
        await prepare(page, kind);
        for (const colorScheme of SCHEMES) {
          // A page is loaded in one scheme and changes to the other, as with the switch of the page.
          await page.emulateMedia({ colorScheme });
          await page.evaluate(TWO_FRAMES);
          const found = [...(await violations(page)), ...(await overflow(page))];
          problems.push(...found.map((one) => `${kind} (${path}, ${width} px, ${colorScheme}): ${one}`));
        }
      }
      await context.close();
    }
    return [...new Set(problems)];
  });
}

async function prepare(page: Page, kind: string): Promise<void> {
  if (kind.startsWith('explorer')) await page.locator('.openapi h1').waitFor();
  if (kind !== 'search dialog') return;
  await page.keyboard.press('Control+k');
  await page.locator('#localsearch-input').fill('cancel');
  await page.locator('.VPLocalSearchBox a.result').first().waitFor();
}

// Programs are text here, because the types of this folder are those of Node.

/** The page reacts to another color scheme within a frame. */
const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** The findings of axe-core, of every impact. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate<readonly Violation[]>(`axe
    .run({ resultTypes: ['violations'], elementRef: true })
    .then(({ violations }) => violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, element }) => ({ html, isForeign: element.closest('.scalar-app') !== null })),
    })))`);
  return found.flatMap(({ id, nodes }) => {
    const ours = nodes.filter(({ isForeign }) => !isForeign || !KNOWN_OF_SCALAR.has(id));
    return ours.length === 0 ? [] : [`${id}: ${ours.map(({ html }) => html.slice(0, 160)).join(' | ')}`];
  });
}

async function overflow(page: Page): Promise<string[]> {
  const pixels = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return pixels > 0 ? [`is ${pixels} px wider than the screen`] : [];
}
