import { listen } from '@messaging-service/emulator/node';
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { type Inspect, inBrowser as test, text } from './inspect.ts';

/** Reads of data: not the stream of events, nor the files of the page. */
const READS = /_emulator\/(?!events|assets)[a-z]/;
const STOPPED = 'The emulator does not respond. Is it still running?';
const BROKEN = 'The disk of the emulator is full.';

const breaks = (route: Route) => route.fulfill({ status: 500, json: { error: { message: BROKEN } } });
const main = (page: Page) => page.getByRole('main');

/** An emulator with each kind of object, and its places: every view and every object, with a text that each shows. */
async function filled(inspect: Inspect) {
  const inspected = await inspect();
  const { send, emulator, receiver, page } = inspected;
  await send(text('Hello', { callback: receiver.url }));
  await send(text('Later', { send_at: '2026-01-02T09:00Z' }));
  await emulator.settle();
  const [message] = emulator.messages();
  const { identifier } = emulator.account;
  // The page begins with the overview, which it must not have read yet in the tests.
  await inspected.visit('#/state');
  // The first report of the emulator makes the page read everything again.
  await page.getByRole('link', { name: /^Clock:/ }).waitFor();
  const places = [
    ['overview', 'Latest conversations'],
    ['phones', 'Later'],
    ['messages', 'Hello'],
    // Not after the list of phones, which opens the same phone.
    ['phones/447700900123', 'Hello'],
    [`messages/${message?.messageUuid}`, 'Credits charged'],
    [`batches/${message?.batchUuid}`, 'No result yet'],
    ['clock', /^Send “/],
    [`accounts/${identifier}`, 'Charged'],
    ['webhooks', 'succeeded · 200'],
    [`webhooks/${emulator.webhooks()[0]?.id}`, 'Resend'],
    ['requests', '1 message'],
    ['requests/1', 'Response'],
    ['state', 'Test numbers'],
  ] as const;
  return { ...inspected, places };
}

test('data that cannot be read says why and offers to try again, in every view and for every object', async ({
  inspect,
}) => {
  const { page, visit, places } = await filled(inspect);
  const again = main(page).getByRole('button', { name: 'Try again' });
  for (const [hash, shown] of places) {
    await page.route(READS, (route) => route.abort());
    await visit(`#/${hash}`);
    await main(page).getByText(STOPPED).first().waitFor();
    await again.first().waitFor();
    await page.unroute(READS);
    // Other parts of the view may still be about to fail, so the buttons are pressed until none is left.
    await expect
      .poll(async () => {
        await again.evaluateAll((buttons) => {
          for (const button of buttons) (button as HTMLElement).click();
        });
        return { hash, failures: await main(page).getByText(STOPPED).count() };
      })
      .toEqual({ hash, failures: 0 });
    await main(page).getByText(shown).first().waitFor();
  }
});

test('data that the emulator failed to read is read again without a click, although nothing happens', async ({
  inspect,
}) => {
  const { page, visit, places } = await filled(inspect);
  for (const [hash, shown] of places) {
    await page.route(READS, breaks);
    await visit(`#/${hash}`);
    await main(page).getByText(BROKEN).first().waitFor();
    await page.unroute(READS);
    await main(page).getByText(shown).first().waitFor();
    await expect
      .poll(async () => ({ hash, failures: await main(page).getByText(BROKEN).count() }))
      .toEqual({ hash, failures: 0 });
  }
});

test('data that was read before stays when it cannot be read again, with a note that it is not up to date', async ({
  inspect,
}) => {
  const { page, visit, send, places } = await filled(inspect);
  for (const [hash, shown] of places) {
    await visit(`#/${hash}`);
    await main(page).getByText(shown).first().waitFor();
    await page.route(READS, breaks);
    await send(text('Unseen', { to: '447700900555' }));
    await main(page).getByText(`Not up to date. ${BROKEN}`).first().waitFor();
    expect({ hash, shown: await main(page).getByText(shown).count() }).not.toEqual({ hash, shown: 0 });
    await page.unroute(READS);
    await expect
      .poll(async () => ({ hash, notes: await main(page).getByText('Not up to date.').count() }))
      .toEqual({ hash, notes: 0 });
  }
});

test('every place is read automatically when the server is back', async ({ inspect }) => {
  const { page, visit, server, emulator, places } = await filled(inspect);
  const port = Number(new URL(server.url).port);
  let running = server;
  for (const [hash, shown] of places) {
    await running.close();
    await page.getByRole('banner').getByText('Not connected').waitFor();
    await visit(`#/${hash}`);
    await main(page).getByText(STOPPED).first().waitFor();
    running = await listen(emulator, { port });
    await main(page).getByText(shown).first().waitFor();
    await expect
      .poll(async () => ({ hash, failures: await main(page).getByText(STOPPED).count() }))
      .toEqual({ hash, failures: 0 });
  }
  await running.close();
});

test('the question before an undo stays open until the undo has succeeded', async ({ inspect }) => {
  const { page, visit, send, emulator } = await inspect();
  await visit('#/clock');
  await page.getByRole('button', { name: '+ 1 hour' }).click();
  const moves = page.getByRole('region', { name: 'Latest moves' });
  await moves.getByText('Since then: nothing.').waitFor();
  await send(text('Since then'));
  await moves.getByText('Since then: 1 message queued').waitFor();
  await moves.getByRole('button', { name: /^Undo/ }).click();
  const question = page.getByRole('dialog', { name: 'Undo the move of the clock?' });
  const undo = question.getByRole('button', { name: 'Undo' });
  for (const [answer, reason] of [
    [(route: Route) => route.abort(), STOPPED],
    [breaks, BROKEN],
  ] as const) {
    await page.route('**/_emulator/clock/moves/*/undo', answer);
    await undo.click();
    await question.getByRole('alert').getByText(reason).waitFor();
    await page.unroute('**/_emulator/clock/moves/*/undo');
    expect(emulator.messages()).toHaveLength(1);
  }
  await undo.click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => emulator.messages()).toEqual([]);
});

test('a span and a date that the clock cannot be moved to stay in their fields, with the reason beside them', async ({
  inspect,
}) => {
  const { page, visit, emulator } = await inspect();
  await visit('#/clock');
  await page.route('**/_emulator/clock/advance', breaks);
  const by = page.getByLabel('By', { exact: true });
  await by.fill('90m');
  await by.press('Enter');
  await page.locator('form', { has: by }).getByRole('alert').getByText(BROKEN).waitFor();
  expect(await by.inputValue()).toBe('90m');
  await page.unroute('**/_emulator/clock/advance');
  await by.press('Enter');
  await page.getByText('It is 1 Jan 2026, 10:30:00.').waitFor();
  expect(emulator.clock.now().toISOString()).toBe('2026-01-01T10:30:00.000Z');
  const to = page.getByLabel('To', { exact: true });
  await to.fill('2025-12-31T09:00:00');
  await page.getByRole('button', { name: 'Go there' }).click();
  await page.locator('form', { has: to }).getByRole('alert').waitFor();
  // The clock has another hour since the move, and what the user typed is still there.
  await page.getByRole('link', { name: /10:30:00/ }).waitFor();
  expect(await to.inputValue()).toMatch(/^2025-12-31T09:00/);
  await to.fill('2026-01-02T00:00:00');
  await page.getByRole('button', { name: 'Go there' }).click();
  await page.getByText('It is 2 Jan 2026, 00:00:00.').waitFor();
  await expect.poll(() => to.inputValue()).toMatch(/^2026-01-02T00:00/);
  expect(await page.locator('form', { has: to }).getByRole('alert').count()).toBe(0);
});
