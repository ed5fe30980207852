import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createEmulator } from '@messaging-service/emulator';
import { hostOf, parseTarget, Rejection } from '@messaging-service/emulator/host';
import { ControlApi } from '@messaging-service/server/core';
import {
  batch,
  later,
  MINUTE,
  messageRequest,
  type Served,
  START,
  sendServed,
  serve,
} from '@messaging-service/test-support';
import { expect, onTestFinished, test } from 'vitest';

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

test('the server responds during an advance that runs half a million jobs (EMU-3)', async () => {
  const refill = { schedule_refill_amount: 50, schedule_refill: true };
  const { control } = await serve({ accounts: [{ schedule: '* * * * *', packaged_credits: refill }] });
  const advance = control('POST /clock/advance', { by: '365d' });
  for (const call of ['GET /health', 'GET /clock']) {
    let now = START;
    while (now === START) ({ now } = (await control<{ now: string }>(call)).body);
    expect(Date.parse(now)).toBeLessThan(Date.parse(later(365 * 24 * 60 * MINUTE)));
  }
  await control('DELETE /clock/advance');
  expect((await advance).status).toBe(409);
});

test('a wait ends when its response is no longer needed', async () => {
  const { sandboxes } = hostOf(createEmulator());
  const server = { instance: '', version: '', startedAt: '', problem: () => undefined };
  const control = new ControlApi(sandboxes, () => undefined, server);
  const caller = new AbortController();
  const reply = control.handle({
    method: 'GET',
    target: parseTarget('/messages/wait?timeout=60s'),
    body: '',
    origin: 'http://localhost',
    lastEventId: undefined,
    signal: caller.signal,
  });
  caller.abort(new Rejection('unavailable', 'The caller has closed the connection.'));
  expect(await reply).toMatchObject({ status: 503 });
});

test('the server continues after callers that wait have closed their connections', async () => {
  const served = await serve();
  for (let count = 0; count < 20; count++) {
    const call = get(`${served.server.url}/_emulator/messages/wait?timeout=60s`);
    call.on('error', () => undefined);
    await once(call, 'finish');
    call.destroy();
  }
  const waited = wait(served, 'timeout=60s');
  await sendServed(served);
  expect((await waited).status).toBe(200);
});

/** Reads events until the stream ends. */
async function readAll(response: IncomingMessage) {
  const blocks = (await text(response)).split('\n\n').filter((block) => block.includes('event: '));
  return blocks.map((block) => ({
    id: /id: (.*)/.exec(block)?.[1],
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
  const served = await serve({ accounts: [{ credits: 1_000_000, senders: ['DEMO'] }] });
  const response = await openEvents(served);
  const messages = Array.from({ length: 10_000 }, () => messageRequest({ to: '447700900001' }).messages[0]);
  for (let sent = 0; sent < 5; sent++) await served.api('POST /message', { messages });
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

test.each(['3.5', 'abc', '-1'])(
  'a reader that has seen %s, which is not a fact, gets all facts (EMU-11)',
  async (id) => {
    const served = await serve();
    const response = await openEvents(served, id);
    setImmediate(() => void served.server.close());
    const [first, ...others] = await readAll(response);
    expect(first?.event).toBe('lagged');
    expect(others).toHaveLength(served.emulator.journal().length);
  },
);

test('a reader continues after the last fact that it has, whose number is the id of the event (EMU-11)', async () => {
  const served = await serve();
  await sendServed(served, { to: '447700900001' });
  const facts = served.emulator.journal().slice(-3);
  const response = await openEvents(served, String((facts[0]?.seq ?? 0) - 1));
  expect(response.headers['content-type']).toBe('text/event-stream');
  setImmediate(() => void served.server.close());
  expect(await readAll(response)).toMatchObject(
    facts.map(({ seq, fact }) => ({
      id: String(seq),
      event: 'fact',
      data: { seq, at: START, type: fact.type },
    })),
  );
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

test('a reader that keeps up gets all facts of a call that queues 10,000 messages (EMU-11)', async () => {
  const served = await serve({ accounts: [{ credits: 10_000, senders: ['DEMO'] }] });
  const reading = readAll(await openEvents(served));
  const destinations = Array<string>(10_000).fill('447700900001');
  expect((await served.api('POST /batch', batch({ destinations }))).status).toBe(200);
  await served.server.close();
  const events = await reading;
  expect(events.filter(({ event }) => event !== 'fact')).toEqual([]);
  const types = events.map(({ data }) => (data as { type?: string }).type);
  expect(types.filter((type) => type === 'message-delivered')).toHaveLength(10_000);
});
