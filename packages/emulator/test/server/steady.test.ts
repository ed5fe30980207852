import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import {
  messageRequest,
  openReceiver,
  type Served,
  sendServed,
  serve,
} from '@messaging-service/test-support';
import { expect, onTestFinished, test, vi } from 'vitest';

const wait = ({ control }: Served, query: string) =>
  control<{ match: string[]; groups: object; error: { message: string } }>(`GET /messages/wait?${query}`);
const pattern = (source: string) => `timeout=0&pattern=${encodeURIComponent(source)}`;

test('a pattern that would backtrack forever is matched, and the server still responds', async () => {
  const served = await serve();
  await sendServed(served, { body: 'Your order number 12345 is on its way!!' });
  expect((await wait(served, pattern('^(([^~])+)+~'))).status).toBe(408);
  expect((await served.control('GET /health')).status).toBe(200);
});

test('the groups of a pattern are returned by number and by name', async () => {
  const served = await serve();
  await sendServed(served, { body: 'Your code is 482 913.' });
  const { body } = await wait(served, pattern(String.raw`code is (?<first>\d{3}) (?<second>\d{3})( \d+)?`));
  expect(body).toMatchObject({
    match: ['code is 482 913', '482', '913', null],
    groups: { first: '482', second: '913' },
  });
});

test.each([
  ['(?=a)b', /linear time/],
  [String.raw`(a)\1`, /linear time/],
  ['(?<=a)b', /linear time/],
  ['([', /not a regular expression/],
  ['(a{1000}){1000}', /too large/],
  [`(?:${'(?:abcdefghij)'.repeat(20)}){1000}`, /too large/],
  ['[a-z]{900}', /too large/],
  [`(?:${'abcdefghij'.repeat(20)}){2,1000}`, /too large/],
  [`\\Q[\\E(?:${'abcdefghij'.repeat(20)}){1000}\\Q]\\E`, /\\Q/],
  [`(?:${'abcdefghij'.repeat(20)}){1000,}`, /too large/],
  ['a'.repeat(501), /longer than 500/],
])('the pattern %s is refused', async (source, words) => {
  const { status, body } = await wait(await serve(), pattern(source));
  expect(status).toBe(400);
  expect(body.error.message).toMatch(words);
});

test.each([String.raw`\u0041BC`, String.raw`^\d{3}\/\d+$`, '[^]BC', '(?:A|B)C', String.raw`\p{Lu}+`])(
  'the pattern %s of JavaScript means the same here',
  async (source) => {
    const served = await serve();
    await sendServed(served, { body: source.startsWith('^') ? '123/4' : 'ABC' });
    const { status, body } = await wait(served, pattern(source));
    expect(status).toBe(200);
    const native = new RegExp(source, source.includes('p{') ? 'u' : '');
    expect(body.match).toEqual([...(native.exec(source.startsWith('^') ? '123/4' : 'ABC') ?? [])]);
  },
);

/** A regular expression that takes two milliseconds for each text. */
class Slow extends RegExp {
  override exec(text: string): RegExpExecArray | null {
    for (const until = performance.now() + 2; performance.now() < until; );
    return super.exec(text);
  }
}

test('the event loop turns while messages are searched', async () => {
  const emulator = createEmulator();
  for (let sent = 0; sent < 40; sent++) {
    const body = JSON.stringify(messageRequest({ body: sent === 0 ? 'the oldest' : 'another' }));
    await emulator.fetch(`${emulator.baseUrl}/message?key=${emulator.account.apiKey}`, {
      method: 'POST',
      body,
    });
  }
  const order: string[] = [];
  const found = emulator.waitForMessage({ match: new Slow('oldest') }).then(() => order.push('found'));
  setImmediate(() => order.push('turned'));
  await found;
  expect(order).toEqual(['turned', 'found']);
});

test('a wait ends when its caller closes the connection, and the server continues', async () => {
  const emulator = createEmulator();
  const { waiters } = emulator.service;
  const server = await listen(emulator);
  onTestFinished(() => server.close());
  const calls: ClientRequest[] = [];
  for (let count = 0; count < 20; count++) {
    const call = get(`${server.url}/_emulator/messages/wait?timeout=60s`);
    call.on('error', () => undefined);
    calls.push(call);
  }
  await expect.poll(() => waiters.size).toBe(20);
  for (const call of calls) call.destroy();
  await expect.poll(() => waiters.size).toBe(0);
});

test('a fact is serialized once, however many read it', async () => {
  const served = await serve();
  const readers = await Promise.all(Array.from({ length: 20 }, () => openEvents(served)));
  const stringify = vi.spyOn(JSON, 'stringify');
  onTestFinished(() => stringify.mockRestore());
  await sendServed(served);
  await Promise.all(readers.map((reader) => once(reader, 'data')));
  const serialized = stringify.mock.calls.filter(
    ([value]) => (value as { type?: string } | null)?.type === 'batch-queued',
  );
  expect(serialized).toHaveLength(1);
});

/** Reads events until the stream ends. */
async function readAll(response: IncomingMessage): Promise<{ event: string; data: { seq?: number } }[]> {
  const blocks = (await text(response)).split('\n\n').filter((block) => block.includes('event: '));
  return blocks.map((block) => ({
    event: /event: (.*)/.exec(block)?.[1] ?? '',
    data: JSON.parse(/data: (.*)/.exec(block)?.[1] ?? '{}') as { seq?: number },
  }));
}

async function openEvents({ server }: Served, lastEventId?: string): Promise<IncomingMessage> {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const call = get(`${server.url}/_emulator/events`, { headers });
  onTestFinished(() => {
    call.destroy();
  });
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return response;
}

test('a reader that does not keep up gets the event lagged, and is disconnected', async () => {
  const served = await serve({ accounts: [{ credits: 1_000_000, senders: ['DEMO'] }], journalLimit: 1_000 });
  const response = await openEvents(served);
  const messages = Array.from({ length: 10_000 }, () => messageRequest({ to: '447700900001' }).messages[0]);
  for (let sent = 0; sent < 3; sent++) await served.api('POST /message', { messages });
  const events = await readAll(response);
  expect(events.at(-1)).toMatchObject({ event: 'lagged', data: { next: expect.any(Number) } });
  const numbers = events.slice(0, -1).map(({ data }) => data.seq ?? 0);
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
});

test('a reader that continues from a fact that is no longer kept gets the event lagged, and the facts that are kept', async () => {
  const served = await serve({ journalLimit: 10 });
  for (let sent = 0; sent < 20; sent++) await sendServed(served);
  const response = await openEvents(served, '1');
  setImmediate(() => void served.server.close());
  const events = await readAll(response);
  const [first, ...others] = events.map(({ event }) => event);
  expect(first).toBe('lagged');
  expect(new Set(others)).toEqual(new Set(['fact']));
  expect(others.length).toBeGreaterThanOrEqual(10);
});

test('readers that keep up get every fact in order, also across a reset', async () => {
  const served = await serve({ accounts: [{ credits: 1_000_000, senders: ['DEMO'] }] });
  const response = await openEvents(served);
  const reading = readAll(response);
  await sendServed(served, { to: '447700900001' });
  await served.control('POST /reset');
  await sendServed(served, { to: '447700900001' });
  await new Promise((resolve) => setImmediate(resolve));
  await served.server.close();
  const types = (await reading).map(({ data }) => (data as { type?: string }).type);
  expect(types.filter((type) => type === 'message-delivered')).toHaveLength(2);
});

test('time advances although calls and their webhooks never stop', async () => {
  const receiver = await openReceiver((response) => {
    setTimeout(() => response.end(), 100);
  });
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  const served = await serve({
    accounts: [{ credits: 1_000_000, senders: ['DEMO'] }],
    carrier: { after: { min: '1s', max: '5s' } },
  });
  const over = new AbortController();
  const load = (async () => {
    while (!over.signal.aborted) {
      void sendServed(served, { to: '447911123456', callback: receiver.url }).catch(() => undefined);
      void sendServed(served, { to: '447700900001', callback: receiver.url }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  const { body } = await served.control('POST /clock/advance', { by: '10m' });
  expect(body).toMatchObject({ now: '2026-03-01T09:10:00.000Z' });
  over.abort();
  await load;
});
