/** The pages of the built site, in Chromium: `npm run docs` comes first. */
import { globSync, readFileSync } from 'node:fs';
import MiniSearch from 'minisearch';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../../tools/source-paths.ts';
import { indexOptions, searchOptions } from '../.vitepress/search.ts';
import { QUESTIONS } from './search-questions.ts';
import { openSite, type Site } from './site.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const guides = globSync('*.md', { cwd: `${root}docs/guides` }).map(
  (file) => `guides/${file.replace('.md', '.html')}`,
);

/** What has to be scrolled sideways, in a page. */
const scrolledSideways = () =>
  [document.documentElement, ...document.querySelectorAll('.vp-doc *')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
    .filter((one) => one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX))
    .map((one) => `${location.pathname}: ${one.tagName} ${one.textContent?.slice(0, 60)}`);

/** The words of code that are on two lines, in a page. */
const brokenWords = () =>
  [...document.querySelectorAll('.vp-doc :not(pre) > code')].flatMap((code) => {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    const cut: string[] = [];
    while (texts.nextNode()) {
      const { data } = texts.currentNode as Text;
      for (const { 0: word, index } of data.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        // No phone has a place for longer words.
        if (lines.size > 1 && word.length <= 36) cut.push(`${location.pathname}: ${word}`);
      }
    }
    return cut;
  });

test.each([1440, 390])(
  'at %d px, no word of code is broken, and nothing in a guide has to be scrolled sideways',
  async (width) => {
    const page = await site.open('404.html', { width });
    const wide: string[] = [];
    const broken: string[] = [];
    for (const address of ['', 'reference/sdk/interfaces/Messages.html', 'api/', ...guides]) {
      await page.goto(site.url + address);
      broken.push(...(await page.evaluate(brokenWords)));
      if (/^(api|guides)\//.test(address)) wide.push(...(await page.evaluate(scrolledSideways)));
    }
    await page.close();
    expect({ broken, wide }).toEqual({ broken: [], wide: [] });
  },
);

/** Pages of each kind. */
const KINDS = [
  '',
  'guides/getting-started.html',
  'reference/sdk/interfaces/Messages.html',
  'api/',
  'api/explorer.html',
  'playground/',
];

test.each([1440, 390])('at %d px, nothing moves on a page after it has loaded', async (width) => {
  const moved: string[] = [];
  for (const address of KINDS) {
    const page = await site.open('404.html', { width });
    // Before the page: shifts are reported from its beginning.
    await page.addInitScript(() => {
      const shown = globalThis as unknown as { shift: number };
      shown.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shown.shift += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(site.url + address);
    await page.waitForLoadState('networkidle');
    const shift = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
    await page.close();
    if (shift >= 0.02) moved.push(`/${address} by ${shift.toFixed(3)}`);
  }
  expect(moved).toEqual([]);
});

test('without JavaScript, the API reference and the program of the playground are readable', async () => {
  const page = await site.open('api/', { hasScripts: false });
  await page.getByRole('heading', { name: 'Add message' }).waitFor();
  await page.getByText('await messages.send(').first().waitFor();
  await page.goto(`${site.url}playground/`);
  await page.getByText('createEmulator()').first().waitFor();
  await page.close();
});

test.each([
  '',
  'api/',
  'guides/inspector.html',
  'guides/getting-started.html',
  'reference/sdk/interfaces/Messages.html',
  'examples/jest.html',
])('axe finds nothing on /%s, in both themes', async (address) => {
  const axe = readFileSync(`${root}node_modules/axe-core/axe.min.js`, 'utf8');
  for (const theme of ['light', 'dark'] as const) {
    const page = await site.open(address, { theme });
    await page.waitForLoadState('networkidle');
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      const { axe: checker } = globalThis as unknown as {
        axe: {
          run: (context: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
        };
      };
      const { violations } = await checker.run({ exclude: ['iframe'] });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
    });
    await page.close();
    expect(found, theme).toEqual([]);
  }
});

/** The page reacts to keys as soon as its program runs. */
async function openSearch(page: Page): Promise<void> {
  const input = page.getByRole('searchbox');
  const isOpen = async () => {
    if (!(await input.isVisible())) await page.keyboard.press('Control+k');
    return input.isVisible();
  };
  await expect.poll(isOpen).toBe(true);
}

test('the first result for each question is the page that answers it', async () => {
  const [file = ''] = globSync('assets/chunks/@localSearchIndexroot*.js', { cwd: `${root}docs/site/dist` });
  const { default: text } = (await import(`${root}docs/site/dist/${file}`)) as { default: string };
  const { fields } = indexOptions;
  const index = MiniSearch.loadJSON<{ id: string }>(text, {
    ...indexOptions,
    fields: [...fields],
    searchOptions,
  });
  const lost = QUESTIONS.flatMap(([question, answers]) => {
    const { id = 'nothing' } = index.search(question)[0] ?? {};
    const found = String(id).replace('.html', '');
    return [answers].flat().some((answer) => found.startsWith(`/${answer}`))
      ? []
      : [`"${question}" finds ${found}`];
  });
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(40);
  expect(lost).toEqual([]);
});

test('the dialog lists the same result first, and Enter opens it', async () => {
  const page = await site.open('guides/getting-started.html');
  await openSearch(page);
  await page.getByRole('searchbox').fill('webhook signature does not match');
  const first = page.getByRole('option').first().getByRole('link');
  await expect.poll(async () => (await first.getAttribute('href')) ?? '').toContain('#fix-a-signature');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain('/guides/webhooks.html#fix-a-signature');
  await page.close();
});

test('the reference has at most 250 pages, with functions before types', async () => {
  expect(globSync('reference/**/*.html', { cwd: `${root}docs/site/dist` }).length).toBeLessThanOrEqual(250);
  const page = await site.open('reference/sdk/interfaces/Messages.html');
  const headings = await page.locator('.vp-doc :is(h3, h4)').allInnerTexts();
  await page.close();
  const [method, ...parts] = headings.slice(
    0,
    headings.findIndex((one, at) => at > 0 && one.startsWith('sendOne')),
  );
  expect(method).toContain('send()');
  expect(parts.map((part) => part.replace(/\W+$/, ''))).toEqual([
    'Example',
    'Type parameters',
    'Parameters',
    'Returns',
    'Throws',
  ]);
});
