import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

test('views show that they are loading while the emulator is slow', async ({ inspect }) => {
  const { page, visit } = await inspect();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/_emulator\/(accounts|jobs|carrier)/, async (route) => {
    await released;
    await route.continue();
  });
  const main = page.getByRole('main');
  for (const [view, what] of [
    ['accounts', 'accounts'],
    ['clock', 'jobs'],
    ['state', 'the network'],
  ] as const) {
    await visit(`#/${view}`);
    await main.getByText(`Loading ${what}`).waitFor({ state: 'attached' });
  }
  await visit('#/accounts');
  release();
  await main.getByRole('button', { name: 'Top up' }).waitFor();
});

test('at 400 % zoom every list keeps a height in which rows can be read', async ({ inspect }) => {
  // 1280 × 800 pixels at 400 %.
  const { page, send, visit, emulator } = await inspect({
    browser: { viewport: { width: 320, height: 200 } },
  });
  await send(...Array.from({ length: 30 }, (_, index) => text(`Number ${index}`)));
  for (let index = 0; index < 8; index++) await fetch(`${emulatorUrl(page.url())}/batch?key=x`);
  emulator.addFault({ status: 503, path: '/message' });
  emulator.addFault({ status: 503, path: '/account' });
  for (const view of ['requests', 'messages', 'phones']) {
    await visit(`#/${view}`);
    const grid = page.getByRole('grid');
    await grid.getByRole('gridcell').first().waitFor();
    await grid.scrollIntoViewIfNeeded();
    const height = await grid.evaluate((element) => element.clientHeight);
    expect({ view, isReadable: height >= 150 }).toEqual({ view, isReadable: true });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect({ view, overflow }).toEqual({ view, overflow: 0 });
  }
});

test('rows follow the size of the text, before and after it changes', async ({ inspect }) => {
  const { page, send, visit, emulator } = await inspect({
    browser: { viewport: { width: 1440, height: 900 } },
  });
  const numbers = Array.from({ length: 40 }, (_, index) => String(447_700_900_100 + index));
  for (const to of numbers) await send(text('A long text that needs the whole of its row', { to }));
  /** Texts that are cut off above or below, and rows that cover each other. */
  const faults = () =>
    page.getByRole('grid').evaluate((grid) => {
      const rows = [...grid.querySelectorAll('.grid-body [role=row]')];
      const tops = rows.map((row) => row.getBoundingClientRect().top).sort((a, b) => a - b);
      const heights = rows.map((row) => row.getBoundingClientRect().height);
      const covered = tops.some(
        (top, index) => (tops[index + 1] ?? Infinity) - top < (heights[0] ?? 0) - 0.5,
      );
      const shown = [...grid.querySelectorAll('[role=gridcell]')].filter((cell) => cell.checkVisibility());
      const cut = shown.some((cell) => {
        const [outer, inner] = [cell.closest('[role=row]'), cell].map((one) => one?.getBoundingClientRect());
        return (
          outer !== undefined && inner !== undefined && (inner.top < outer.top || inner.bottom > outer.bottom)
        );
      });
      return { rows: rows.length > 5, covered, cut };
    });
  for (const width of [1440, 700]) {
    await page.setViewportSize({ width, height: 900 });
    for (const view of ['phones', 'messages', 'requests', `accounts/${emulator.account.identifier}`]) {
      for (const size of ['100%', '200%', '150%']) {
        await page.evaluate((fontSize) => {
          document.documentElement.style.fontSize = fontSize;
        }, size);
        await visit(`#/${view}`);
        await page.getByRole('gridcell').first().waitFor();
        await expect
          .poll(async () => ({ view, size, width, ...(await faults()) }))
          .toEqual({ view, size, width, rows: true, covered: false, cut: false });
      }
    }
  }
  // A link selects a row, which is in view.
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const address of ['phones/447700900105', 'requests/5']) {
    await visit(`#/${address}`);
    await page.reload();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await visit(`#/${address.split('/')[0]}`);
    await visit(`#/${address}`);
    const selected = page.getByRole('row', { selected: true });
    await expect
      .poll(() => selected.evaluate((row) => row.getBoundingClientRect().bottom <= innerHeight))
      .toBe(true);
  }
});

test('the rows that the user reads stay in view when the text or the width changes', async ({ inspect }) => {
  const { page, send, visit } = await inspect({ browser: { viewport: { width: 1440, height: 900 } } });
  const numbers = Array.from({ length: 200 }, (_, index) => String(447_700_900_100 + index));
  await send(...numbers.map((to) => text('Reminder', { to })));
  const grid = page.getByRole('grid');
  const setText = (size: string) =>
    page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
  /** The first row that is in view as a whole, and whether the selected row is. */
  const read = () =>
    grid.evaluate((list) => {
      const head = list.querySelector('.grid-head')?.getBoundingClientRect().bottom ?? 0;
      const { top, bottom } = list.getBoundingClientRect();
      const rows = [...list.querySelectorAll('.grid-body [role=row]')].filter((row) => {
        const box = row.getBoundingClientRect();
        return box.top >= Math.max(head, top) - 1 && box.bottom <= bottom + 1;
      });
      const positions = rows.map((row) => Number(row.ariaRowIndex)).sort((a, b) => a - b);
      return { first: positions[0], hasSelected: rows.some((row) => row.ariaSelected === 'true') };
    });
  for (const view of ['phones', 'messages']) {
    await visit(`#/${view}`);
    await setText('100%');
    await page.getByRole('gridcell').first().waitFor();
    await grid.evaluate((list) => {
      list.scrollTop = list.scrollHeight / 2;
    });
    await expect.poll(async () => (await read()).first).toBeGreaterThan(80);
    const { first } = await read();
    for (const size of ['200%', '150%', '100%']) {
      await setText(size);
      await expect.poll(read).toMatchObject({ first });
    }
    // A table that becomes narrow has rows of another height.
    await page.setViewportSize({ width: 700, height: 900 });
    await expect.poll(read).toMatchObject({ first });
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(read).toMatchObject({ first });

    // The lowest visible row would not have room any more.
    await grid.press('End');
    await expect.poll(read).toMatchObject({ hasSelected: true });
    for (const size of ['200%', '100%', '150%']) {
      await setText(size);
      await expect
        .poll(async () => ({ view, size, ...(await read()) }))
        .toMatchObject({ view, size, hasSelected: true });
    }
  }
});

test('the name of the sandbox is readable at every width, and the page does not become wider', async ({
  inspect,
}) => {
  // A day of two digits needs the most room.
  const { page, control } = await inspect({ options: { now: '2026-03-22T09:00Z' } });
  await control('POST /sandboxes', { name: 'checkout tests' });
  const picker = page.getByRole('combobox', { name: 'Sandbox' });
  for (const width of [320, 360, 500, 800, 900, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await picker.waitFor();
    const shown = (await picker.boundingBox())?.width ?? 0;
    expect({ width, isReadable: shown > 110 }).toEqual({ width, isReadable: true });
    const lines = await page
      .getByRole('banner')
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons
          .filter((button) => button.checkVisibility())
          .map((button) => button.getBoundingClientRect())
          .map(({ top, height }) => Math.round(top + height / 2)),
      );
    expect({ width, lines: new Set(lines).size }).toEqual({ width, lines: 1 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect({ width, overflow }).toEqual({ width, overflow: 0 });
  }
});

test('the buttons of a long form stay in view, and so does its last field', async ({ inspect }) => {
  const { page } = await inspect({ browser: { viewport: { width: 360, height: 640 } } });
  await page.getByRole('button', { name: 'New message' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a message' });
  const send = dialog.getByRole('button', { name: 'Send', exact: true });
  const bottomOf = (box: { y: number; height: number } | null) => (box?.y ?? 9_999) + (box?.height ?? 0);
  expect(bottomOf(await send.boundingBox())).toBeLessThanOrEqual(640);
  const last = dialog.getByRole('textbox', { name: 'Callback' });
  await last.scrollIntoViewIfNeeded();
  await last.click();
  const footer = await dialog.locator('footer').boundingBox();
  expect(bottomOf(await last.boundingBox())).toBeLessThanOrEqual(footer?.y ?? 0);
});

test('the ledger keeps every change, also those that the journal no longer has', async ({ inspect }) => {
  const { page, send, visit } = await inspect({ options: { journalLimit: 30 } });
  await visit('#/accounts');
  await page.getByRole('slider', { name: /^Ledger/ }).waitFor();
  for (let round = 0; round < 3; round++) await send(...Array.from({ length: 10 }, () => text('More')));
  await page.getByRole('region', { name: 'Ledger entries' }).getByText('31 changes').waitFor();
  expect(await page.getByText('The emulator no longer keeps earlier ones.').count()).toBe(0);
});

function emulatorUrl(page: string): string {
  return new URL(page).origin;
}

test('the network keeps its code while it delivers, and says which one it is', async ({ inspect }) => {
  const { page, visit, control } = await inspect();
  await control('PUT /carrier', { outcome: 'fail', code: '30' });
  await visit('#/state');
  await page.getByText('Messages fail with code 30.').first().waitFor();
  await page.getByRole('radio', { name: /^Deliver/ }).click();
  await page.getByRole('status').getByText('Messages are delivered.').waitFor();
  await page.getByRole('radio', { name: /^Fail/ }).click();
  await page.getByRole('status').getByText('Messages fail with code 30.').waitFor();
  expect(await control('GET /carrier')).toMatchObject({ outcome: 'fail', code: '30' });
});

test('the state of a webhook without a response fits into its column', async ({ inspect }) => {
  const { page, send, visit, emulator } = await inspect({
    browser: { viewport: { width: 700, height: 600 } },
  });
  await send(text('Hello', { callback: 'http://127.0.0.1:9/receipts' }));
  await emulator.clock.advance('2h');
  await visit('#/webhooks');
  const cell = page.getByRole('gridcell').filter({ hasText: 'exhausted · no response' });
  await cell.waitFor();
  const [chip, column] = [await cell.locator('.chip').boundingBox(), await cell.boundingBox()];
  expect(chip?.width).toBeLessThanOrEqual(column?.width ?? 0);
});

test.for([1440, 900, 390])(
  'at %i px, rows and buttons do not run into each other',
  async (width, { inspect }) => {
    const { page, send, visit } = await inspect({ browser: { viewport: { width, height: 844 } } });
    await send(text('Your parcel is out for delivery', { send_at: '2026-01-02T09:00Z' }));
    await visit('#/messages');
    const row = page.getByRole('row', { name: /Your parcel/ });
    const [due, body] = [row.getByText(/^due/), row.locator('.message-text')];
    await body.waitFor();
    const [left, right] = [await due.boundingBox(), await body.boundingBox()];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
    expect(right?.width).toBeGreaterThan(40);
    await visit('#/clock');
    const time = await page.locator('.jobs-due time').boundingBox();
    const actions = await page.locator('.jobs-actions').boundingBox();
    expect((time?.x ?? 0) + (time?.width ?? 0)).toBeLessThanOrEqual(actions?.x ?? 0);
    await visit('#/requests');
    const faults = page.getByRole('group', { name: 'Faults' });
    const heading = await faults.getByRole('heading').evaluate((element) => {
      const { paddingLeft } = getComputedStyle(element);
      return paddingLeft;
    });
    expect(heading).not.toBe('0px');
  },
);
