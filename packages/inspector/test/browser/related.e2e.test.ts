import { filterTerm, searchTerm } from '@messaging-service/text';
import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

const NUMBER = '447700900123';

test('every object around a message leads to the others, or to the list that has them', async ({
  inspect,
}) => {
  const { page, send, receiver, emulator, visit } = await inspect();
  receiver.statuses.push(500);
  await send(text('Hello', { callback: `${receiver.url}/receipts` }));
  await emulator.settle();
  const [{ messageUuid, batchUuid } = expect.unreachable('no message')] = emulator.messages();
  const [{ id: webhook } = expect.unreachable('no webhook')] = emulator.webhooks();
  const { identifier } = emulator.account;
  const [message, batch, account] = [
    `#/messages/${messageUuid}`,
    `#/batches/${batchUuid}`,
    `#/accounts/${identifier}`,
  ];
  const [phone, job] = [`#/phones/${NUMBER}`, `#/jobs/${encodeURIComponent(`attempt-webhook:${webhook}`)}`];
  const list = (view: string, q: string) => `#/${view}?q=${encodeURIComponent(q)}`;
  const leads: Readonly<Record<string, readonly string[]>> = {
    '#/requests/1': [message, batch, phone, account],
    [batch]: [
      account,
      list('requests', filterTerm('about', batchUuid)),
      list('webhooks', searchTerm(batchUuid)),
      '#/requests/1',
    ],
    [message]: ['#/requests/1', batch, account, phone, `#/webhooks/${webhook}`],
    [phone]: [
      list('messages', filterTerm('to', NUMBER)),
      list('requests', filterTerm('to', NUMBER)),
      list('webhooks', NUMBER),
    ],
    [account]: ['messages:account', 'requests:about', 'webhooks:account'].map((pair) => {
      const [view = '', filter = ''] = pair.split(':');
      return list(view, filterTerm(filter, identifier));
    }),
    [`#/webhooks/${webhook}`]: [
      message,
      batch,
      account,
      job,
      list('webhooks', filterTerm('message', messageUuid)),
    ],
    [job]: [`#/webhooks/${webhook}`],
  };
  for (const [from, addresses] of Object.entries(leads)) {
    await visit(from);
    for (const address of addresses)
      await page.getByRole('main').locator(`a[href="${address}"]`).first().waitFor();
  }
});

test('each list that an object leads to has what is about the object', async ({ inspect }) => {
  const { page, send, receiver, emulator, visit } = await inspect();
  await send(text('Hello', { callback: `${receiver.url}/receipts` }));
  await send(text('Other', { to: '447700900124', callback: `${receiver.url}/receipts` }));
  await emulator.settle();
  const batch = emulator.messages().find(({ body }) => body === 'Hello')?.batchUuid ?? '';
  for (const list of ['Requests', 'Webhooks', 'Ledger']) {
    await visit(`#/batches/${batch}`);
    await page.getByRole('region', { name: 'Related objects' }).getByRole('link', { name: list }).click();
    await page
      .getByText(/^1 (?:request|delivery|change)$/)
      .first()
      .waitFor();
  }
});

test('a job that has run says so, and leads to its object', async ({ inspect }) => {
  const { page, send, emulator, visit } = await inspect();
  await send(text('Tomorrow', { send_at: '2026-01-02T09:00Z' }));
  const [message] = emulator.messages();
  await visit(`#/jobs/${encodeURIComponent(`send-batch:${message?.batchUuid}`)}`);
  const row = page.locator('.jobs > li[aria-current=true]');
  await row.getByRole('link', { name: 'Send “Tomorrow” to +447700900123' }).waitFor();
  await row.getByRole('link', { name: 'Batch', exact: true }).waitFor();
  await emulator.clock.advance('2d');
  await page.getByText('This job has run').waitFor();
  await page
    .getByRole('main')
    .getByRole('link', { name: message?.batchUuid.slice(0, 8) ?? '' })
    .click();
  await page.getByRole('heading', { name: 'Batch' }).waitFor();
});
