import { createEmulator, type Emulator, type EmulatorOptions } from '@messaging-service/emulator';
import { api, later, paidBelow, receiving, START, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

const callback = 'https://shop.example/receipts';
/** The times of the six attempts, in seconds. */
const ATTEMPTS_AT = [0, 10, 40, 160, 760, 2_560];

type Answer = Parameters<typeof receiving>[1];

async function withReceipt(answer: Answer, webhooks: EmulatorOptions['webhooks'] = {}) {
  const { emulator, received } = receiving({ webhooks }, answer);
  await api.sendOne(emulator, { callback });
  return { emulator, received };
}

/** The attempts at the only delivery, as `[seconds, status, error]`. */
function attempts(emulator: Emulator) {
  return emulator
    .webhooks()
    .flatMap((delivery) =>
      delivery.attempts.map(({ at, status, error }) => [
        (Date.parse(at) - Date.parse(START)) / 1_000,
        status,
        error,
      ]),
    );
}

test('a response with status 200 ends the delivery (WHK-2)', async () => {
  const { emulator, received } = await withReceipt(() => 200);
  await emulator.clock.advance('1d');
  expect(received).toHaveLength(1);
  expect(emulator.webhooks()).toMatchObject([{ state: 'succeeded' }]);
});

test.each([201, 202, 204, 206, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 410, 429, 500, 503])(
  'status %d is not 200: up to five additional attempts follow, then the delivery is exhausted (WHK-2, WHK-3, WHK-4)',
  async (status) => {
    const { emulator, received } = await withReceipt(
      () => new Response(null, { status, headers: { location: 'https://shop.example/elsewhere' } }),
    );
    await emulator.clock.advance('30d');
    expect(received).toHaveLength(6);
    expect(new Set(received.map(({ url }) => url))).toEqual(new Set([callback]));
    expect(emulator.webhooks()).toMatchObject([{ state: 'exhausted' }]);
    expect(attempts(emulator)).toEqual(ATTEMPTS_AT.map((at) => [at, status, null]));
  },
);

test('the body of an attempt never changes (WHK-8)', async () => {
  const { emulator, received } = await withReceipt(() => 500);
  await emulator.clock.advance('1h');
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
});

test('other delays, and fewer attempts, can be configured; more than five cannot (WHK-4)', async () => {
  const { emulator } = await withReceipt(() => 500, { retryDelays: ['1s', 2_000] });
  await emulator.clock.advance('1h');
  expect(attempts(emulator)).toEqual([
    [0, 500, null],
    [1, 500, null],
    [3, 500, null],
  ]);
  const once = await withReceipt(() => 500, { retryDelays: [] });
  await once.emulator.clock.advance('1h');
  expect(once.emulator.webhooks()).toMatchObject([{ state: 'exhausted', attempts: [{ status: 500 }] }]);
  expect(() => createEmulator({ webhooks: { retryDelays: [1, 2, 3, 4, 5, 6] } })).toThrow(/retryDelays/);
});

test('a refused connection is retried, and its reason is kept (WHK-2)', async () => {
  const { emulator } = await withReceipt((_, count) => {
    if (count > 1) return 200;
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) });
  });
  await emulator.clock.advance('10s');
  expect(attempts(emulator)).toEqual([
    [0, null, 'ECONNREFUSED'],
    [10, 200, null],
  ]);
});

test('a receiver that throws anything is retried (WHK-2)', async () => {
  const reasons: unknown[] = [new Error('out of order'), 'text', undefined, Response.error()];
  const { emulator } = await withReceipt((_, count) => {
    const reason = reasons[count - 1];
    if (reason instanceof Response) return reason;
    if (count > reasons.length) return 200;
    throw reason;
  });
  await emulator.clock.advance('1h');
  expect(attempts(emulator).map(([, status, error]) => [status, error])).toEqual([
    [null, 'out of order'],
    [null, 'request failed'],
    [null, 'request failed'],
    [0, null],
    [200, null],
  ]);
});

test('every kind of webhook is retried alike (WHK-3)', async () => {
  const { emulator, received } = receiving({}, () => 500);
  const urls = ['https://a.example/mo', 'https://a.example/credits', 'https://a.example/receipts'];
  await api.edit(emulator, { mo: { mo_webhook_url: urls[0] } });
  emulator.createNotification(emulator.account.identifier, paidBelow(1_000, urls[1]));
  await api.sendOne(emulator, { callback: urls[2] });
  emulator.handset('447700900001').reply('YES');
  await emulator.clock.advance('1h');
  for (const url of urls) expect(received.filter((webhook) => webhook.url === url)).toHaveLength(6);
  expect(emulator.webhooks({ state: 'exhausted' })).toHaveLength(3);
});

test('a delivery keeps its URL and payload when the account changes its own meanwhile (WHK-8)', async () => {
  const { emulator, received } = receiving({}, () => 500);
  await api.edit(emulator, { mo: { mo_webhook_url: 'https://old.example/' } });
  emulator.handset('447700900001').reply('first', { to: 'DEMO' });
  await api.edit(emulator, { mo: { mo_webhook_url: 'https://new.example/' } });
  emulator.handset('447700900001').reply('second', { to: 'DEMO' });
  await emulator.clock.advance('10s');
  expect(received.map(({ url }) => url).toSorted()).toEqual([
    'https://new.example/',
    'https://new.example/',
    'https://old.example/',
    'https://old.example/',
  ]);
  expect(emulator.webhooks().map(({ attempts: [attempt] }) => attempt?.at)).toEqual([later(0), later(0)]);
});
