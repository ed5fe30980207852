import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

const VIEWS = ['phones', 'messages', 'clock', 'accounts', 'webhooks', 'requests', 'state'] as const;
const SEARCHED: ReadonlySet<string> = new Set(['phones', 'messages', 'accounts', 'webhooks', 'requests']);

const hashOf = (page: Page) => page.evaluate(() => location.hash);

test('Ctrl-K opens the palette on every view, and / the search of the view or else the palette', async ({
  inspect,
}) => {
  const { page, visit } = await inspect();
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  for (const view of VIEWS) {
    await visit(`#/${view}`);
    await page.locator(`main.view-${view}`).waitFor();
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.type('batch');
    await palette.getByRole('option', { name: 'Send a batch' }).waitFor();
    expect(await palette.getByRole('option').count()).toBe(1);
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    if (SEARCHED.has(view)) await page.locator('[type=search]:focus').waitFor();
    else {
      await palette.waitFor();
      expect(await palette.getByRole('combobox').inputValue()).toBe('');
      await page.keyboard.press('Escape');
      await palette.waitFor({ state: 'detached' });
    }
  }
});

test('a window that is opened while the page changes its view stays open, and belongs to the new view', async ({
  inspect,
}) => {
  const { page, visit } = await inspect();
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await page.locator('main.view-overview').waitFor();
  for (const moment of ['at once', 'when the address has changed', 'when the view is drawn'] as const) {
    await page.evaluate(async (when) => {
      const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
      location.hash = '#/webhooks';
      if (when !== 'at once') await changed;
      while (when === 'when the view is drawn' && document.querySelector('main.view-webhooks') === null)
        await Promise.resolve();
      dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
    }, moment);
    await page.locator('main.view-webhooks').waitFor();
    // Effects of a change run after the next frame.
    for (let frame = 0; frame < 3; frame += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await palette.count(), moment).toBe(1);
    await visit('#/overview');
    await palette.waitFor({ state: 'detached' });
  }
});

test('a window that opens has the focus in its first field, and a question on the button that loses nothing', async ({
  inspect,
}) => {
  const { page, visit } = await inspect();
  for (const [view, opener, focused] of [
    ['accounts', 'New account', 'Name'],
    ['requests', 'Other…', 'Operation'],
    ['state', 'Reset…', 'Keep it'],
    ['state', 'New message', 'To'],
  ] as const) {
    await visit(`#/${view}`);
    await page.getByRole('button', { name: opener, exact: true }).click();
    const dialog = page.getByRole('dialog');
    const control = dialog
      .getByLabel(focused, { exact: true })
      .or(dialog.getByRole('button', { name: focused, exact: true }));
    await expect.poll(() => control.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('a key that follows Escape immediately opens the palette again', async ({ inspect }) => {
  const { page, visit } = await inspect();
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await visit('#/state');
  await page.locator('main.view-state').waitFor();
  await page.keyboard.press('/');
  await palette.waitFor();
  await page.evaluate(async () => {
    // As the browser does on Escape. The event that the window was closed comes later.
    document.querySelector('dialog')?.requestClose();
    await Promise.resolve();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve));
  });
  await palette.waitFor();
});

test('arrows, Enter, Escape and Back work in every list, and Back restores its position', async ({
  inspect,
}) => {
  const { page, client, visit, receiver, emulator } = await inspect({
    browser: { viewport: { width: 1280, height: 500 } },
  });
  const callback = `${receiver.url}/receipts`;
  for (let index = 0; index < 40; index++)
    await client.messages.send({ messages: [text(`Number ${index}`, { callback })] });
  await emulator.settle();
  for (const [view, detail] of [
    ['messages', 'Message'],
    ['webhooks', 'Webhook delivery'],
    ['requests', 'Request'],
  ] as const) {
    await visit(`#/${view}`);
    const grid = page.getByRole('grid');
    const region = page.getByRole('region', { name: detail, exact: true });
    await page.getByRole('gridcell').first().waitFor();
    await grid.focus();
    await page.keyboard.press('End');
    await region.waitFor();
    const opened = await hashOf(page);
    const position = await grid.evaluate(({ scrollTop }) => scrollTop);
    expect(position, view).toBeGreaterThan(300);
    // Enter moves the focus to the open object, where Tab reaches its links.
    await page.keyboard.press('Enter');
    await expect.poll(() => region.evaluate((box) => box.contains(document.activeElement))).toBe(true);
    await region
      .getByRole('link', { name: /^(?:\+447700900123|Phone)$/ })
      .first()
      .click();
    await page.getByRole('log').waitFor();
    await page.goBack();
    await region.waitFor();
    expect(await hashOf(page)).toBe(opened);
    await expect.poll(() => grid.evaluate(({ scrollTop }) => scrollTop)).toBe(position);
    const selected = page.locator('[role=row][aria-selected=true]');
    await expect.poll(() => selected.count()).toBe(1);
    await page.keyboard.press('Escape');
    await region.waitFor({ state: 'detached' });
  }
});

test('a change in the ledger is chosen with the arrows and left with Escape', async ({ inspect }) => {
  const { page, send, visit, emulator } = await inspect();
  await send(text('One'), text('Two'));
  const account = emulator.account.identifier;
  await visit(`#/accounts/${account}`);
  await page
    .getByRole('row', { name: /charged 1 credit/ })
    .first()
    .waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('link', { name: 'Show the current credits' }).waitFor();
  const first = await hashOf(page);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => hashOf(page)).not.toBe(first);
  expect(await hashOf(page)).toMatch(/entry=\d+/);
  await page.keyboard.press('Escape');
  await expect.poll(() => hashOf(page)).toBe(`#/accounts/${account}`);
});
