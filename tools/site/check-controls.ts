import type { Page } from 'playwright-core';
import { inBrowser } from './browser.ts';

/** Uses the controls of the built site in Chromium as a reader does. Reports those that do not work. */
export function checkControls(folder: string, base: string): Promise<string[]> {
  return inBrowser(folder, base, async ({ url, browser, problems, watch }) => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    watch(page);
    for (const control of [copies, switches, searches]) {
      await page.goto(`${url}guides/getting-started.html`, { waitUntil: 'networkidle' });
      const problem = await control(page);
      if (problem !== undefined) problems.push(problem);
    }
    return problems;
  });
}

// Programs are text here, because the types of this folder are those of Node.

async function copies(page: Page): Promise<string | undefined> {
  const block = page.locator('div[class*=language-]').first();
  await block.hover();
  await block.locator('button.copy').click();
  await block.locator('button.copied').waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  const shown = await block.locator('pre').innerText();
  return copied.trim() === shown.trim() ? undefined : `the button to copy "${shown}" copies "${copied}"`;
}

async function switches(page: Page): Promise<string | undefined> {
  const isDark = () => page.evaluate<boolean>("document.documentElement.classList.contains('dark')");
  const before = await isDark();
  await page.locator('.VPNavBarAppearance button').click();
  const after = await isDark();
  await page.reload();
  const kept = await isDark();
  return after !== before && kept === after
    ? undefined
    : `the switch between light and dark changes ${before} to ${after}, and a reload to ${kept}`;
}

async function searches(page: Page): Promise<string | undefined> {
  await page.locator('.DocSearch-Button').click();
  await page.locator('#localsearch-input').fill('cancel a scheduled message');
  const results = page.getByRole('listbox').getByRole('option', { selected: true });
  await results.first().waitFor();
  const title = await results.innerText();
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => !address.pathname.endsWith('/getting-started.html'));
  return page.url().includes('/guides/scheduling.html#')
    ? undefined
    : `the search leads to ${page.url()}, which it calls "${title}"`;
}
