import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

/** Undoes the latest move of the clock from any view, which shows a notice. */
async function undo(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Command/ }).fill('undo');
  await page.keyboard.press('Enter');
}

test('a notice goes with its view, and stays in a view that its own action opens', async ({ inspect }) => {
  const { page, visit, send, control } = await inspect();
  const notice = page.locator('.notice');
  await undo(page);
  await notice.getByText('There is no move of the clock to undo.').waitFor();
  await visit('#/messages');
  await notice.waitFor({ state: 'detached', timeout: 2_000 });
  await control('POST /clock/advance', { by: '1h', undoable: true });
  await send(text('Since then'));
  await undo(page);
  await page.getByRole('region', { name: 'Latest moves' }).waitFor();
  await notice.getByText('Something has happened since the move.').waitFor();
  await visit('#/overview');
  await notice.waitFor({ state: 'detached', timeout: 2_000 });
});

test.for([
  [1440, 800],
  [390, 800],
  [900, 400],
] as const)(
  'a notice covers neither the reply box nor the last row: %i × %i px',
  async ([width, height], { inspect }) => {
    const { page, visit, send } = await inspect({ browser: { viewport: { width, height } } });
    await send(...Array.from({ length: 40 }, (_, index) => text(`Number ${index}`)));
    const covered = (selector: string) =>
      page.evaluate((of) => {
        scrollTo(0, document.documentElement.scrollHeight);
        const bottom = document.querySelector(of)?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;
        return Math.max(0, bottom - (document.querySelector('.notice')?.getBoundingClientRect().top ?? 0));
      }, selector);
    await visit('#/phones/447700900123');
    await page.getByRole('textbox', { name: 'Write as +447700900123' }).fill('Yes');
    await page.keyboard.press('Enter');
    await page.getByText('+447700900123 wrote to DEMO.').waitFor();
    expect(await covered('.reply')).toBeLessThan(1);
    await visit('#/messages');
    await page.getByText('40 messages', { exact: true }).waitFor();
    await undo(page);
    await page.getByText('There is no move of the clock to undo.').waitFor();
    expect(await covered('.grid')).toBeLessThan(1);
  },
);
