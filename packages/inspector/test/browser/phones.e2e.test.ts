import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

/** Whether a text is in the visible part of the element that scrolls. */
function isInView(scrolled: Locator, shown: string): Promise<boolean> {
  return scrolled.evaluate((element, words) => {
    const [bubble] = [...element.querySelectorAll('li')].filter((item) => item.textContent.includes(words));
    const { top = -1, bottom = -1 } = bubble?.getBoundingClientRect() ?? {};
    const box = element.getBoundingClientRect();
    return top >= box.top && bottom <= box.bottom;
  }, shown);
}

describe('a conversation', () => {
  test('begins at its end on a narrow page, too, where it was hidden behind the list', async ({
    inspect,
  }) => {
    const { page, send, visit } = await inspect({ browser: { viewport: { width: 390, height: 700 } } });
    await send(...Array.from({ length: 40 }, (_, index) => text(`Message ${index}`)));
    await visit('#/phones');
    const log = page.getByRole('log', { name: 'Conversation', includeHidden: true });
    await log.getByText('Message 39', { exact: true }).waitFor({ state: 'attached' });
    await page.getByRole('row', { name: '+447700900123' }).click();
    await log.waitFor();
    await expect.poll(() => isInView(log, 'Message 39')).toBe(true);
  });

  test('stays where it is while the user reads back, and a button leads to new messages', async ({
    inspect,
  }) => {
    const { page, send, visit } = await inspect();
    await send(...Array.from({ length: 40 }, (_, index) => text(`Message ${index}`)));
    await visit('#/phones?number=447700900123');
    const log = page.getByRole('log', { name: 'Conversation' });
    await log.getByText('Message 39', { exact: true }).waitFor();
    const top = () => log.evaluate((element) => element.scrollTop);
    await expect.poll(top).toBeGreaterThan(500);
    await log.evaluate((element) => {
      element.scrollTop = 300;
    });
    await send(text('A new one'), text('Another new one'));
    await page.getByRole('button', { name: '2 new messages' }).waitFor();
    expect(await top()).toBe(300);
    await page.getByRole('button', { name: '2 new messages' }).click();
    await log.getByText('Another new one').waitFor();
    await expect.poll(top).toBeGreaterThan(500);
    await page.getByRole('button', { name: /new message/ }).waitFor({ state: 'detached' });
    await send(text('The last one'));
    const last = log.getByText('The last one');
    await last.waitFor();
    await expect.poll(() => last.boundingBox().then((box) => (box?.y ?? 9_999) < 720)).toBe(true);
  });

  test('of more than a page leads to its beginning and back to its end', async ({ inspect }) => {
    const { page, send, visit } = await inspect({ options: { organization: { creditSystem: false } } });
    for (let part = 0; part < 12; part++)
      await send(...Array.from({ length: 100 }, (_, index) => text(`Message ${part * 100 + index};`)));
    await visit('#/phones?number=447700900123');
    const log = page.getByRole('log', { name: 'Conversation' });
    await log.getByText('Message 1199;').waitFor();
    expect(await log.getByText('Message 999;').count()).toBe(0);
    for (const before of [1_000, 800, 600, 400, 200]) {
      await log.getByText(`${before.toLocaleString('en')} before these`).waitFor();
      await log.getByRole('button', { name: 'Earlier messages' }).click();
      // The message that was the first one stays in place, below the messages that were added.
      await expect.poll(() => isInView(log, `Message ${before};`)).toBe(true);
    }
    await log.getByText('Message 0;').waitFor();
    await log.getByText('200 after these').waitFor();
    await log.getByRole('button', { name: 'Latest', exact: true }).click();
    await log.getByText('Message 1199;').waitFor();
  });
});

test('the list of handsets does not move while the user reads further down', async ({ inspect }) => {
  const { page, client, send, visit, emulator } = await inspect();
  const destinations = Array.from({ length: 300 }, (_, index) => String(447_700_100_000 + index));
  await client.batches.send({ from: 'DEMO', message: 'To all', destinations });
  await visit('#/phones');
  const grid = page.getByRole('grid');
  await page.getByRole('row', { name: '+447700100' }).first().waitFor();
  await grid.evaluate((element) => {
    element.scrollTop = 3_000;
  });
  await expect.poll(() => page.locator('.grid .loading').count()).toBe(0);
  /** The handsets in view, by their distance from the top. */
  const shown = () =>
    grid.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return [...element.querySelectorAll('.grid-body [role=row]')]
        .map((row) => [row.getBoundingClientRect().top - top, row.querySelector('b')?.textContent] as const)
        .filter(([distance]) => distance >= 0 && distance < bottom - top)
        .toSorted(([a], [b]) => a - b);
    });
  const before = await shown();
  // Later than all others, so that the handsets of the messages come first.
  await emulator.clock.advance('1s');
  await send(...Array.from({ length: 5 }, (_, index) => text('New', { to: `44770020000${index}` })));
  await send(text('Again', { to: '447700100290' }));
  await page.locator('[role=grid][aria-rowcount="306"]').waitFor();
  expect(await shown()).toEqual(before);
  await grid.evaluate((element) => {
    element.scrollTop = 0;
  });
  await page.getByRole('row', { name: /\+447700100290.*Again/ }).waitFor();
});

test('an address with something else than a phone number says so, and one with an unknown account, too', async ({
  inspect,
}) => {
  const { page, visit } = await inspect();
  await visit('#/phones?number=abc');
  await page.getByText('This is not a phone number').waitFor();
  expect(await page.getByRole('textbox', { name: /^Write as/ }).count()).toBe(0);
  await visit('#/accounts?id=0b5e2c1a-1111-4222-8333-444455556666');
  await page.getByText('The emulator does not have this account').waitFor();
  expect(await page.getByRole('button', { name: 'Top up' }).count()).toBe(0);
});
