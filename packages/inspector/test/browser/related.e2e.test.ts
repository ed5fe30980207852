import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

const NUMBER = '447700900123';

/** A link of an object to a related one. */
function relatedLink(page: Page, from: string, address: string): Locator {
  // The timeline of a message links to most of them, and is not repeated below it.
  const name = from === 'message' ? 'Message' : 'Related objects';
  return page
    .getByRole('region', { name, exact: from === 'message' })
    .locator(`a[href="${address}"]`)
    .first();
}

test('every object around a message leads to every other one by a link, 8 kinds × 7', async ({ inspect }) => {
  const { page, send, receiver, emulator, visit, control } = await inspect();
  receiver.statuses.push(500);
  await send(text('Hello', { callback: `${receiver.url}/receipts` }));
  await emulator.settle();
  const [message] = emulator.messages();
  const [webhook] = emulator.webhooks();
  const account = emulator.account.identifier;
  const { entries } = (await control(`GET /accounts/${account}/entries?offset=0`)) as {
    entries: { seq: number; batchUuid: string | null }[];
  };
  const seq = entries.find(({ batchUuid }) => batchUuid === message?.batchUuid)?.seq;
  const objects = [
    { kind: 'request', id: '1', address: '#/requests/1', shows: 'POST /message' },
    {
      kind: 'batch',
      id: message?.batchUuid,
      address: `#/batches/${message?.batchUuid}`,
      shows: 'No result yet',
    },
    {
      kind: 'message',
      id: message?.messageUuid,
      address: `#/messages/${message?.messageUuid}`,
      shows: 'Timeline',
    },
    { kind: 'phone', id: NUMBER, address: `#/phones/${NUMBER}`, shows: 'Send to it' },
    { kind: 'account', id: account, address: `#/accounts/${account}`, shows: 'Shared-sender locks' },
    {
      kind: 'entry',
      id: String(seq),
      address: `#/accounts/${account}?entry=${seq}`,
      shows: 'Show the current credits',
    },
    { kind: 'webhook', id: webhook?.id, address: `#/webhooks/${webhook?.id}`, shows: 'Payload' },
    {
      kind: 'job',
      id: `attempt-webhook:${webhook?.id}`,
      address: `#/jobs/${encodeURIComponent(`attempt-webhook:${webhook?.id}`)}`,
      shows: 'Due next',
    },
  ];
  let clicks = 0;
  for (const from of objects) {
    for (const to of objects) {
      if (from === to) continue;
      await visit(from.address);
      const folded = page.getByText('Related objects');
      if (from.kind === 'phone' && !(await page.getByRole('region', { name: 'Related objects' }).isVisible()))
        await folded.click();
      await relatedLink(page, from.kind, to.address).click();
      await expect.poll(() => page.evaluate(() => location.hash)).toBe(to.address);
      await page.getByText(to.shows).filter({ visible: true }).first().waitFor();
      clicks++;
    }
  }
  expect(clicks).toBe(56);
});

test('a job that has run says so, and leads to its object', async ({ inspect }) => {
  const { page, send, emulator, visit } = await inspect();
  await send(text('Tomorrow', { send_at: '2026-01-02T09:00Z' }));
  const [message] = emulator.messages();
  await visit(`#/jobs/${encodeURIComponent(`send-batch:${message?.batchUuid}`)}`);
  const row = page.locator('.jobs > li[aria-current=true]');
  await row.getByText('Send “Tomorrow” to +447700900123').waitFor();
  await row.getByRole('link', { name: '+447700900123 · scheduled' }).waitFor();
  await emulator.clock.advance('2d');
  await page.getByText('This job has run').waitFor();
  await page
    .getByRole('main')
    .getByRole('link', { name: message?.batchUuid.slice(0, 8) ?? '' })
    .click();
  await page.getByRole('heading', { name: 'Batch' }).waitFor();
});
