import { type Served, serve } from '@messaging-service/test-support';
import { describe, expect, test, vi } from 'vitest';
import { setPageGlobals, showServer } from '../page-globals.ts';
import { accountOverview } from '../sample-data.ts';

setPageGlobals();
const { findAccounts, findObjects } = await import('../../src/palette/objects.ts');

/** An emulator in which one message was sent and one request was refused, shown by the page. */
async function busy(): Promise<Served & { find(typed: string): Promise<string[]> }> {
  const served = await serve({
    accounts: [{ name: 'The Bakery', senders: ['DEMO'], credits: 100 }],
    webhooks: { fetch: async () => new Response(undefined, { status: 503 }) },
  });
  showServer(served.server);
  const message = {
    to: '447700900123',
    from: { type: 'custom', value: 'DEMO' },
    body: 'Your code is 482913',
  };
  const callback = 'https://receiver.test/receipts';
  await served.api('POST /message', { messages: [{ ...message, callback }] });
  await served.api('POST /message', { messages: [{ ...message, from: { type: 'custom', value: 'OTHER' } }] });
  await served.emulator.settle();
  const find = async (typed: string) =>
    (await findObjects(typed, new AbortController().signal)).map(({ kind, name }) => `${kind}: ${name}`);
  return { ...served, find };
}

describe('the palette finds', () => {
  const bakery = accountOverview({ identifier: '0198abcd-0000-7000-8000-000000000001', name: 'The Bakery' });
  const found = (typed: string) => findAccounts([accountOverview({ name: 'Florist' }), bakery], typed);

  test.each(['bakery', ' The Bakery ', 'THE'])('an account by a part of its name: %s', (typed) => {
    expect(found(typed)).toMatchObject([{ kind: 'Account', name: 'The Bakery' }]);
  });

  test('an account by the beginning of its UUID', () => {
    expect(found('0198ab')).toMatchObject([{ kind: 'Account', name: 'The Bakery' }]);
  });

  test('no account by a text that is too short', () => {
    expect(found('T')).toEqual([]);
  });

  test('the phone, the message and its webhook by the text, and their states', async () => {
    const { find, emulator } = await busy();
    const message = emulator.messages()[0]?.messageUuid.slice(0, 8);
    const webhook = emulator.webhooks()[0]?.id.slice(0, 8);
    expect(await find(' 482913 ')).toEqual([
      'Phone: +447700900123',
      `Message: +447700900123: Your code is 482913 (delivered, ${message})`,
      `Webhook: +447700900123 delivered: “Your code is 482913” (pending · 503, ${webhook})`,
      'Request: #1 POST /message: 1 message to +447700900123 (200)',
      'Request: #2 POST /message: 1 message to +447700900123 (sender_not_owned)',
    ]);
  });

  test('a batch by the beginning of its UUID, in any case', async () => {
    const { find, emulator } = await busy();
    const { batchUuid = '' } = emulator.messages()[0] ?? {};
    for (const typed of [batchUuid.slice(0, 13), batchUuid.toUpperCase()])
      expect(await find(typed)).toContain(`Batch: Your code is 482913 (${batchUuid.slice(0, 8)})`);
  });

  test('a webhook by its address, with its state', async () => {
    const { find, emulator } = await busy();
    const webhook = emulator.webhooks()[0]?.id.slice(0, 8);
    expect(await find('receiver.test')).toContain(
      `Webhook: +447700900123 delivered: “Your code is 482913” (pending · 503, ${webhook})`,
    );
  });

  test.each(['+44 7700 900123', '447700900123', '+447700900123', '44-7700-900123'])(
    'everything about a phone number that is typed as %s',
    async (typed) => {
      const { find } = await busy();
      const kinds = new Set((await find(typed)).map((found) => found.split(':')[0]));
      expect([...kinds]).toEqual(expect.arrayContaining(['Phone', 'Message', 'Request']));
    },
  );

  test('a message, and shows the invisible characters of its text', async () => {
    const { find, api } = await busy();
    const hidden = { to: '447700900124', from: { type: 'custom', value: 'DEMO' }, body: 'Sale\u202E today' };
    await api('POST /message', { messages: [hidden] });
    expect(await find('today')).toContainEqual(
      expect.stringContaining('Message: +447700900124: Sale[U+202E] today (delivered'),
    );
  });

  test('nothing for a text that occurs nowhere', async () => {
    const { find } = await busy();
    expect(await find('no such thing')).toEqual([]);
  });

  test('at most four objects of a kind, and shows the beginning of a long text', async () => {
    const { find, api } = await busy();
    const long = { to: '447700900124', from: { type: 'custom', value: 'DEMO' }, body: `${'x'.repeat(80)}` };
    await api('POST /message', { messages: Array.from({ length: 9 }, () => long) });
    const found = (await find('xxxx')).filter((one) => one.startsWith('Message'));
    const shown = `Message: +447700900124: ${'x'.repeat(60)}… (delivered, `;
    expect(found).toEqual(Array(4).fill(expect.stringContaining(shown)));
    // Messages that are otherwise the same have different names.
    expect(new Set(found).size).toBe(4);
  });
});

test('an object that is chosen is opened at its address', async () => {
  const { emulator } = await busy();
  const found = await findObjects('482913', new AbortController().signal);
  found.find(({ kind }) => kind === 'Message')?.run();
  expect(location.hash).toBe(`#/messages/${emulator.messages()[0]?.messageUuid}`);
  found.find(({ kind }) => kind === 'Request')?.run();
  expect(location.hash).toBe('#/requests/1');
});

test('a search that was replaced by another one is aborted', async () => {
  await busy();
  const abort = new AbortController();
  const searching = findObjects('482913', abort.signal);
  abort.abort();
  await expect(searching).rejects.toThrow('The emulator does not respond.');
  vi.unstubAllGlobals();
});
