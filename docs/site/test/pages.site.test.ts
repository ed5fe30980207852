/** The pages of the built site, in Chromium: `npm run docs` comes first. */
import { globSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../../tools/source-paths.ts';
import { openSite, type Site } from './site.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const guides = globSync('*.md', { cwd: `${root}docs/guides` }).map(
  (file) => `guides/${file.replace('.md', '.html')}`,
);

test.each([1440, 390])('at %d px, nothing in a guide has to be scrolled sideways', async (width) => {
  const page = await site.open('introduction.html', { width });
  const wide: string[] = [];
  for (const guide of guides) {
    await page.goto(site.url + guide);
    wide.push(
      ...(await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('.vp-doc *')]
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
          .filter(
            (one) => one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX),
          )
          .map((one) => `${location.pathname}: ${one.tagName} ${one.textContent?.slice(0, 60)}`),
      )),
    );
  }
  await page.close();
  expect(wide).toEqual([]);
});

test.each([
  '',
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
  const isOpen = async () => {
    await page.keyboard.press('Control+k');
    return page.getByRole('combobox').isVisible();
  };
  await expect.poll(isOpen).toBe(true);
}

test('the search lists pages with the words around the match', async () => {
  const page = await site.open('guides/getting-started.html');
  await openSearch(page);
  await page.getByRole('combobox').fill('cancel a scheduled message');
  const results = page.getByRole('option');
  await results.first().waitFor();
  const addresses = await results.evaluateAll((all) =>
    all.map((one) => new URL((one as HTMLAnchorElement).href).pathname),
  );
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses[0]).toBe('/guides/scheduling.html');
  expect(await results.first().locator('mark').count()).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain('/guides/scheduling.html');
  await page.close();
});

test.each([
  ['retry', /^(?!.*troubleshooting)/],
  ['timeout', /guides\/(?!troubleshooting)/],
  ['maybeSent', /^(?!.*troubleshooting)/],
  ['error codes', /^(?!.*troubleshooting)/],
  ['EADDRINUSE', /troubleshooting/],
])('the first result for "%s" is the page that explains it', async (query, pattern) => {
  const page = await site.open('guides/getting-started.html');
  await openSearch(page);
  await page.getByRole('combobox').fill(query);
  const first = page.getByRole('option').first();
  await first.waitFor();
  expect(await first.getAttribute('href')).toMatch(pattern);
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
