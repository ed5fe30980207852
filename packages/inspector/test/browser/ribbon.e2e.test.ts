import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The strip under the header. */
const stripOf = (page: Page) => page.locator('.ribbon-strip');
const tipOf = (page: Page) => page.locator('.ribbon-tip');

/** Where the present time is drawn. */
async function nowIn(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  await page.locator('.ribbon-strip path[d]:not([d=""])').first().waitFor({ state: 'attached' });
  const { x, y, width, height } = (await page.locator('.ribbon-now').boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  return { x: x + width / 2, y: y + height / 2 };
}

/** Drags the line of the present time by a distance in pixels. */
async function dragNow(page: Page, by: number): Promise<void> {
  const { x, y } = await nowIn(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by / 2, y);
  await page.mouse.move(x + by, y);
}

const hashOf = (page: Page) => page.evaluate(() => decodeURIComponent(location.hash));

describe('the ribbon of time (EMU-27)', () => {
  test('says at the pointer what happened', async ({ inspect }) => {
    const { page, send, emulator } = await inspect();
    await send(text('One'), text('Two', { to: '447700900822' }), text('Three'));
    emulator.handset('447700900123').reply('Yes');
    const { x, y } = await nowIn(page);
    await page.mouse.move(x - 3, y);
    await tipOf(page).getByText('3 messages, 2 delivered, 1 failed, 1 reply').waitFor();
  });

  test('says beyond now what happens until then, and a drag to there moves the clock after a question', async ({
    inspect,
  }) => {
    const { page, send, emulator, receiver } = await inspect();
    receiver.statuses.push(500);
    await send(
      text('Soon', { send_at: '2026-01-01T09:06Z' }),
      text('Soon, too', { send_at: '2026-01-01T09:06Z', to: '447700900124' }),
    );
    await send(text('Now', { callback: `${receiver.url}/receipts` }));
    await emulator.settle();
    await page.getByRole('button', { name: 'Show more time' }).click();
    await page.getByRole('button', { name: '1 h' }).waitFor();
    await dragNow(page, 150);
    await tipOf(page)
      .getByText(/^09:\d\d:\d\d \(in .*due until then: 2 messages, \d+ webhook attempts?$/)
      .waitFor();
    await page.mouse.up();
    const dialog = page.getByRole('dialog', { name: 'Move the clock?' });
    await dialog.getByText(/^Due until then: 2 messages, \d+ webhook attempts?\. What follows/).waitFor();
    expect(emulator.clock.now().toISOString()).toBe('2026-01-01T09:00:00.000Z');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page
      .getByRole('status')
      .getByText(/^It is 1 Jan 2026, 09:.* 2 sent/)
      .waitFor();
    expect(emulator.messages({ state: 'scheduled' })).toEqual([]);
  });

  test('a drag back undoes the moves until there, after a question that says what is lost', async ({
    inspect,
  }) => {
    const { page, send, emulator, control } = await inspect();
    await control('POST /clock/advance', { by: '10m', undoable: true });
    await send(text('Between'));
    await control('POST /clock/advance', { by: '10m', undoable: true });
    await page.getByRole('link', { name: /09:20:00/ }).waitFor();
    await page.getByRole('button', { name: '1 h', exact: true }).waitFor();
    await dragNow(page, -400);
    await tipOf(page).getByText('09:00:00 undo back to here').waitFor();
    await page.mouse.up();
    const dialog = page.getByRole('dialog', { name: 'Undo the move of the clock?' });
    await dialog.getByText('1 later move of the clock will be undone, too.').waitFor();
    await dialog.getByText('Lost, because it has happened since the move: 1 message queued').waitFor();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The clock and the state are as they were before the move.').waitFor();
    expect(emulator.clock.now().toISOString()).toBe('2026-01-01T09:00:00.000Z');
    await dragNow(page, -100);
    await page.mouse.up();
    await page.getByText('There is no move of the clock to undo.').waitFor();
  });

  test('a click selects a period, which limits every list by the address until it is cleared', async ({
    inspect,
  }) => {
    const { page, send, emulator, visit } = await inspect();
    await send(text('Morning'));
    await emulator.clock.advance('3h');
    await send(text('Noon', { to: '447700900124' }));
    await visit('#/messages');
    await page.getByText('2 messages').waitFor();
    await page.getByRole('button', { name: '12 h', exact: true }).waitFor();
    const { x, y } = await nowIn(page);
    await page.mouse.click(x - 3, y);
    await page.getByText('1 message', { exact: true }).waitFor();
    await page.getByRole('row', { name: /Noon/ }).waitFor();
    expect(await hashOf(page)).toMatch(
      /^#\/messages\?q=during:2026-01-01T11:5\d(:\d\d(\.\d+)?)?Z\/2026-01-01T12:00Z$/,
    );
    const selected = page.getByRole('region', { name: 'Time' }).getByRole('status');
    expect(await selected.textContent()).toMatch(/^11:5\d:\d\d–12:00:00 1 message, 1 delivered$/);
    for (const [view, found] of [
      ['Phones', /447700900124/],
      ['Requests', /POST/],
    ] as const) {
      await page.getByRole('navigation').getByRole('link', { name: view, exact: true }).click();
      await page.getByRole('row', { name: found }).waitFor();
      expect(
        await page
          .getByRole('grid')
          .getByRole('row', { name: /447700900123/ })
          .count(),
      ).toBe(0);
    }
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.getByText('No webhook matches').waitFor();
    await page.getByRole('link', { name: 'Messages', exact: true }).click();
    await page.getByText('1 message', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear the period' }).click();
    await page.getByText('2 messages').waitFor();
    expect(await hashOf(page)).toBe('#/messages');
  });

  test('a drag selects any period, and a view without a list leads to the messages of the period', async ({
    inspect,
  }) => {
    const { page, send, emulator, visit } = await inspect();
    await send(text('Morning'));
    await emulator.clock.advance('30m');
    await visit('#/state');
    await page.getByRole('button', { name: '1 h', exact: true }).waitFor();
    const { x, y } = await nowIn(page);
    await page.mouse.move(x - 30, y);
    await page.mouse.down();
    await page.mouse.move(x - 500, y);
    await page.mouse.move(x - 700, y);
    await page.mouse.up();
    await page.getByRole('row', { name: /Morning/ }).waitFor();
    expect(await hashOf(page)).toMatch(/^#\/messages\?q=during:/);
  });

  test('a period in the address is shown, wherever it is', async ({ inspect }) => {
    const { page, send, emulator, visit } = await inspect();
    await send(text('Long ago'));
    await emulator.clock.advance('300d');
    await visit('#/messages?q=during:2026-01-01T08:59Z/2026-01-01T09:01Z');
    await page.getByRole('row', { name: /Long ago/ }).waitFor();
    await page.locator('.ribbon-period').waitFor();
    await page.getByRole('region', { name: 'Time' }).getByText('1 message, 1 delivered').waitFor();
    await page.getByRole('button', { name: '5 min' }).waitFor();
  });

  test('shows a minute to a month, and everything again', async ({ inspect }) => {
    const { page, send } = await inspect();
    await send(text('Hello'));
    const [more, less] = [
      page.getByRole('button', { name: 'Show more time' }),
      page.getByRole('button', { name: 'Show less time' }),
    ];
    await page.getByRole('button', { name: '15 min' }).waitFor();
    for (const scale of ['5 min', '1 min', '1 min']) {
      await less.click();
      await page.getByRole('button', { name: scale }).waitFor();
    }
    for (const scale of ['5 min', '15 min', '1 h', '3 h', '12 h', '1 d', '3 d', '7 d', '30 d', '30 d']) {
      await more.click();
      await page.getByRole('button', { name: scale, exact: true }).waitFor();
    }
    await page.getByRole('button', { name: '30 d' }).click();
    await page.getByRole('button', { name: '15 min' }).waitFor();
    await stripOf(page).hover();
    await page.mouse.wheel(0, -100);
    await page.getByRole('button', { name: '5 min' }).waitFor();
  });

  test('the strip is a slider: keys go to what happened and what is due, select it, and move the clock', async ({
    inspect,
  }) => {
    const { page, send, emulator, control, visit } = await inspect();
    await visit('#/messages');
    await send(text('Early'));
    await control('POST /clock/advance', { by: '10m', undoable: true });
    await send(text('Late'), text('Due', { send_at: '2026-01-02T09:00Z' }));
    const slider = page.getByRole('slider', { name: 'Time' });
    const says = async (words: RegExp) => {
      await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(words);
    };
    await page.getByRole('link', { name: /09:10:00/ }).waitFor();
    await page.getByText('1 later, 2 Jan 09:00').waitFor();
    await page.keyboard.press('t');
    await says(/^09:.*–09:10:00 2 messages, 1 delivered/);
    await page.keyboard.press('ArrowLeft');
    await says(/–09:00:00 1 message, 1 delivered$/);
    await page.keyboard.press('Enter');
    await page.getByText('1 message', { exact: true }).waitFor();
    await page.getByRole('row', { name: /Early/ }).waitFor();
    await page.keyboard.press('Shift+End');
    await says(/^08:59:.*–2 Jan 09:00:00$/);
    await page.keyboard.press('Enter');
    await page.getByText('3 messages', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => hashOf(page)).toBe('#/messages');
    await says(/^09:.*–09:10:00 2 messages/);
    await page.keyboard.press('End');
    await says(/^2 Jan, 09:00:00 \(in 23 h 50 min\) due until then: 1 message$/);
    const scale = page.getByTitle('Show everything up to now');
    const before = await scale.textContent();
    await page.keyboard.press('-');
    await expect.poll(() => scale.textContent()).not.toBe(before);
    await page.keyboard.press('+');
    await expect.poll(() => scale.textContent()).toBe(before);
    await page.evaluate(axe);
    expect(
      await page.evaluate("axe.run('.ribbon').then(({ violations }) => violations.map(({ id }) => id))"),
    ).toEqual([]);
    await page.keyboard.press('m');
    await page
      .getByRole('dialog')
      .getByText(/^Due until then: 1 message/)
      .waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => emulator.clock.now().toISOString()).toBe('2026-01-02T09:00:00.000Z');
    await page.getByText('It is 2 Jan 2026').waitFor();
    // The focus is on it again, at the present time.
    await says(/–09:00:00 1 delivered/);
    await page.keyboard.press('ArrowLeft');
    await says(/–09:10:00 2 messages, 1 delivered/);
    await page.keyboard.press('m');
    await page.getByRole('dialog', { name: 'Undo the move of the clock?' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => emulator.clock.now().toISOString()).toBe('2026-01-01T09:10:00.000Z');
  });

  test('a time that is typed on it is found: the clock moves there, or what happened then is selected', async ({
    inspect,
  }) => {
    const { page, send, visit, emulator } = await inspect();
    await visit('#/messages');
    await send(text('Early'));
    await emulator.clock.advance('3h');
    await page.getByRole('link', { name: /12:00:00/ }).waitFor();
    await page.keyboard.press('t');
    await page.keyboard.type('09:00');
    const palette = page.getByRole('dialog', { name: 'Find anything' });
    await palette.getByRole('option', { name: 'Select 08:59:00–09:01:00' }).waitFor();
    await palette.getByRole('option', { name: 'Move the clock to 2 Jan 2026, 09:00:00' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /Early/ }).waitFor();
    expect(await hashOf(page)).toBe('#/messages?q=during:2026-01-01T08:59Z/2026-01-01T09:01Z');
    await page.keyboard.press('t');
    await page.keyboard.type('12:30');
    await palette.getByRole('option', { name: 'Move the clock to 1 Jan 2026, 12:30:00' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Nothing is due until then.').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => emulator.clock.now().toISOString()).toBe('2026-01-01T12:30:00.000Z');
  });

  test('the list has the same for keyboards and screen readers, and axe-core finds nothing', async ({
    inspect,
  }) => {
    const { page, send, emulator, control, visit } = await inspect();
    await visit('#/messages');
    await send(text('Hello'), text('Soon', { send_at: '2026-01-01T09:06Z' }));
    await control('POST /clock/advance', { by: '1m', undoable: true });
    await page.getByRole('button', { name: 'List', exact: true }).focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('region', { name: 'Time as a list' });
    await list.getByRole('listitem').getByText('2 messages, 1 delivered, 1 message waiting').waitFor();
    await list.getByRole('button', { name: 'Undo… Back to 09:00:00' }).waitFor();
    await page.evaluate(axe);
    expect(
      await page.evaluate("axe.run('.ribbon').then(({ violations }) => violations.map(({ id }) => id))"),
    ).toEqual([]);
    await list.getByRole('button', { name: /^Select 08:59/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('2 messages', { exact: true }).waitFor();
    await list.getByRole('button', { name: 'Move here… 09:06:00' }).focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog')
      .getByText(/^Due until then: 1 message\./)
      .waitFor();
    await page.getByRole('button', { name: 'Move', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => emulator.clock.now().toISOString()).toBe('2026-01-01T09:06:00.000Z');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await list.getByRole('button', { name: 'Undo… Back to 09:00:00' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => emulator.clock.now().toISOString()).toBe('2026-01-01T09:00:00.000Z');
  });

  test('is drawn in as many steps for 20,000 messages as for one', async ({ inspect }) => {
    const { page, client, emulator } = await inspect({ options: { organization: { creditSystem: false } } });
    const drawn = () =>
      stripOf(page).evaluate((strip) => ({
        paths: strip.querySelectorAll('path').length,
        marks: Math.max(
          ...[...strip.querySelectorAll('path')].map(
            (path) => path.getAttribute('d')?.split('M').length ?? 0,
          ),
        ),
      }));
    const { paths } = await drawn();
    for (let part = 0; part < 20; part++) {
      const destinations = Array.from(
        { length: 1_000 },
        (_, index) => `4477${part + 10}${String(index).padStart(6, '0')}`,
      );
      await client.batches.send({ from: 'DEMO', message: `Part ${part}`, destinations });
      await emulator.clock.advance('1m');
    }
    await page.mouse.move(5, 5);
    await expect.poll(async () => (await drawn()).marks).toBeGreaterThan(10);
    expect((await drawn()).paths).toBe(paths);
    expect((await drawn()).marks).toBeLessThanOrEqual(151);
    const { x, y } = await nowIn(page);
    await page.mouse.move(x, y);
    // The marks are some pixels apart.
    for (let by = 0; by < 40 && !/1,000 messages/.test((await tipOf(page).textContent()) ?? ''); by += 4)
      await page.mouse.move(x - by, y);
    expect(await tipOf(page).textContent()).toMatch(/1,000 messages, 1,000 delivered/);
  });
});
