import { getEventListeners } from 'node:events';
import { createEmulator } from '@messaging-service/emulator';
import {
  AbortError,
  createMessagingClient,
  isMessagingError,
  ReceiptsTimeoutError,
  RequestValidationError,
  TimeoutError,
  type WaitForReceiptsOptions,
} from '@messaging-service/sdk';
import { throwing } from '@messaging-service/test-support';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BATCH_UUID, batch, createFullClient, failureOf } from './samples.ts';
import { BASE_URL } from './scripted-service.ts';

type Reply = readonly [delivered: number, failed: number] | number | 'lost';

/** A service with a batch of three that is queried repeatedly; its last reply is repeated. */
function createService(...replies: readonly Reply[]) {
  const asked: URLSearchParams[] = [];
  const client = createFullClient(BASE_URL, {
    retry: false,
    fetch: async (url: string) => {
      const reply = replies[Math.min(asked.length, replies.length - 1)];
      asked.push(new URL(url).searchParams);
      if (reply === 'lost') throw new TypeError('fetch failed');
      if (typeof reply === 'number') return new Response('', { status: reply });
      const [delivered, failed] = reply ?? [0, 0];
      return Response.json({ counts: { total: 3, delivered, failed }, details: [] });
    },
  });
  return { asked, ...client.batches };
}

/** Lets time pass, with everything that happens meanwhile. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  // The first call loads modules, which takes longer than the faked time.
  await createService([3, 0]).waitForReceipts(BATCH_UUID);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  expect(vi.getTimerCount(), 'no timer is left').toBe(0);
});

describe('batches.waitForReceipts (RCP-1)', () => {
  test('queries every five seconds until every message is delivered or failed', async () => {
    const { waitForReceipts, asked } = createService([0, 0], [1, 0], [2, 1]);
    const seen: unknown[] = [];
    const waiting = waitForReceipts(BATCH_UUID, { onProgress: ({ counts }) => seen.push(counts) });
    await pass(4999);
    expect(asked).toHaveLength(1);
    await pass(1);
    expect(asked).toHaveLength(2);
    await pass(5000);
    const counts = { total: 3, delivered: 2, failed: 1 };
    expect((await waiting).counts).toEqual(counts);
    expect(seen).toEqual([
      { total: 3, delivered: 0, failed: 0 },
      { total: 3, delivered: 1, failed: 0 },
      counts,
    ]);
  });

  test('a batch that is resolved is not waited for', async () => {
    const { waitForReceipts, asked } = createService([3, 0]);
    expect((await waitForReceipts(BATCH_UUID)).counts.delivered).toBe(3);
    expect(asked).toHaveLength(1);
  });

  test('`until` decides when to stop, and `interval` how often to query', async () => {
    const { waitForReceipts, asked } = createService([0, 0], [0, 1], [3, 0]);
    const waiting = waitForReceipts(BATCH_UUID, { until: ({ counts }) => counts.failed > 0, interval: 100 });
    await pass(100);
    expect((await waiting).counts.failed).toBe(1);
    expect(asked).toHaveLength(2);
  });

  test('details are requested if the options say so', async () => {
    const { waitForReceipts, asked } = createService([3, 0]);
    const { details } = await waitForReceipts(BATCH_UUID, { details: true });
    expect(details).toEqual([]);
    expect(asked[0]?.get('details')).toBe('true');
  });

  test('other options are those of each query', async () => {
    const transport = vi.fn(async () => ({ status: 500, headers: {}, text: '' }));
    const { batches } = createFullClient(BASE_URL, { transport });
    const options: WaitForReceiptsOptions = {
      retry: false,
      headers: { 'x-a': '1' },
      timeout: 5000,
      interval: 9000,
    };
    const waiting = failureOf(batches.waitForReceipts(BATCH_UUID, options));
    await pass(5000);
    await waiting;
    expect(transport).toHaveBeenCalledOnce();
    expect(transport).toHaveBeenCalledWith(
      expect.objectContaining({ headers: expect.objectContaining({ 'x-a': '1' }) as object }),
    );
  });

  test('with the emulated service, whose clock triggers the receipts', async () => {
    const emulator = createEmulator({ carrier: { after: '10s' } });
    const { baseUrl, account, fetch } = emulator;
    const { batches } = createMessagingClient({ baseUrl, accountKey: account.apiKey, fetch });
    const { identifier } = await batches.send(batch);
    const waiting = batches.waitForReceipts(identifier, {
      onProgress: () => void emulator.clock.advance('5s'),
    });
    await pass(60_000);
    expect(await waiting).toEqual({ counts: { total: 2, delivered: 2, failed: 0 } });
  });
});

describe('the time is up: ReceiptsTimeoutError', () => {
  test('which has the latest counts of the batch, and is a TimeoutError', async () => {
    const { waitForReceipts } = createService([0, 0], [1, 0]);
    const waiting = failureOf(waitForReceipts(BATCH_UUID, { timeout: 12_000 }));
    await pass(12_000);
    const error = (await waiting) as ReceiptsTimeoutError;
    expect(error).toBeInstanceOf(ReceiptsTimeoutError);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(isMessagingError(error, 'ReceiptsTimeoutError')).toBe(true);
    expect(error).toMatchObject({
      name: 'ReceiptsTimeoutError',
      message: 'waitForReceipts ended after 12000 ms, with 2 of 3 messages neither delivered nor failed',
      timeout: 12_000,
      attempts: 3,
      maybeSent: false,
    });
    expect(error.summary?.counts.delivered).toBe(1);
    expect(JSON.stringify(error)).not.toContain('summary');
  });

  test('after ten minutes by default', async () => {
    const { waitForReceipts, asked } = createService([0, 0]);
    const waiting = failureOf(waitForReceipts(BATCH_UUID));
    await pass(600_000);
    expect(await waiting).toMatchObject({ name: 'ReceiptsTimeoutError', timeout: 600_000 });
    expect(asked).toHaveLength(120);
  });

  test('also in the middle of a query that hangs', async () => {
    const { batches } = createFullClient(BASE_URL, { fetch: () => new Promise(() => undefined) });
    const waiting = failureOf(batches.waitForReceipts(BATCH_UUID, { timeout: 1000 }));
    await pass(1000);
    const error = (await waiting) as ReceiptsTimeoutError;
    const message = 'waitForReceipts ended after 1000 ms, without a response that has receipts';
    expect(error).toMatchObject({ name: 'ReceiptsTimeoutError', message, attempts: 1 });
    expect(error.summary).toBeUndefined();
  });
});

describe('a query that fails', () => {
  test.for(['lost', 500, 503, 429] as const)('temporarily (%s) is made again', async (reply) => {
    const { waitForReceipts, asked } = createService(reply, reply, [3, 0]);
    const waiting = waitForReceipts(BATCH_UUID);
    await pass(10_000);
    expect((await waiting).counts.delivered).toBe(3);
    expect(asked).toHaveLength(3);
  });

  test('until the end is the cause of the timeout', async () => {
    const { waitForReceipts } = createService([1, 0], 503);
    const waiting = failureOf(waitForReceipts(BATCH_UUID, { timeout: 20_000 }));
    await pass(20_000);
    expect(await waiting).toMatchObject({ cause: { name: 'ServerError', status: 503 } });
  });

  test.for([400, 401, 404] as const)('permanently (%i) ends the wait', async (status) => {
    const { waitForReceipts, asked } = createService([0, 0], status);
    const waiting = failureOf(waitForReceipts(BATCH_UUID));
    await pass(5000);
    expect(await waiting).toMatchObject({ status });
    expect(asked).toHaveLength(2);
  });
});

describe('a signal ends the wait with an AbortError', () => {
  test.for([0, 2000])('aborted after %i ms', async (ms) => {
    const { waitForReceipts, asked } = createService([0, 0]);
    const controller = new AbortController();
    const waiting = failureOf(waitForReceipts(BATCH_UUID, { signal: controller.signal }));
    if (ms > 0) await pass(ms);
    controller.abort('closed');
    expect(await waiting).toBeInstanceOf(AbortError);
    expect(await waiting).toMatchObject({ message: 'GET /batch/{batchUuid} was aborted', cause: 'closed' });
    expect(asked.length).toBeLessThanOrEqual(1);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test('aborted beforehand, nothing is queried', async () => {
    const { waitForReceipts, asked } = createService([3, 0]);
    const error = await failureOf(waitForReceipts(BATCH_UUID, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ name: 'AbortError', attempts: 0 });
    expect(asked).toEqual([]);
  });
});

describe('bad input', () => {
  test.for([
    [{ interval: 0 }, 'interval'],
    [{ interval: Number.NaN }, 'interval'],
    [{ timeout: -1 }, 'timeout'],
    [{ until: true }, 'until'],
    [{ onProgress: 1 }, 'onProgress'],
    [{ signal: {} }, 'signal'],
    [{ intervall: 100 }, 'intervall'],
    [5000, 'options'],
  ] as const)('%o is refused, and no query is made', async ([options, path]) => {
    const { waitForReceipts, asked } = createService([0, 0]);
    const error = await failureOf(waitForReceipts(BATCH_UUID, options as object));
    expect(error).toBeInstanceOf(RequestValidationError);
    expect((error as RequestValidationError).issues[0]?.path).toBe(path);
    expect(asked).toEqual([]);
  });

  test('an error of a caller’s own function is thrown unchanged', async () => {
    const { waitForReceipts } = createService([0, 0]);
    const until = throwing(new RangeError('mine'));
    expect(await failureOf(waitForReceipts(BATCH_UUID, { until }))).toEqual(new RangeError('mine'));
  });
});

test.for([
  [
    'a total that is 0 at first',
    [
      [0, 0, 0],
      [0, 0, 0],
      [2, 0, 0],
      [2, 1, 1],
    ],
    4,
  ],
  [
    'a total that grows',
    [
      [1, 0, 0],
      [3, 2, 0],
      [3, 2, 1],
    ],
    3,
  ],
  [
    'more results than messages',
    [
      [2, 1, 0],
      [2, 2, 1],
    ],
    2,
  ],
] as const)('%s: it waits until all messages have results (RCP-1)', async ([, replies, queries]) => {
  let asked = 0;
  const { batches } = createFullClient(BASE_URL, {
    fetch: async () => {
      const [total, delivered, failed] = replies[Math.min(asked++, replies.length - 1)] ?? [];
      return Response.json({ counts: { total, delivered, failed } });
    },
  });
  const receipts = batches.waitForReceipts(BATCH_UUID, { interval: 1000 });
  await pass(10_000);
  await receipts;
  expect(asked).toBe(queries);
});

test('a total that stays 0: the error says that the batch has no messages (RCP-1)', async () => {
  const { batches } = createFullClient(BASE_URL, {
    fetch: async () => Response.json({ counts: { total: 0, delivered: 0, failed: 0 } }),
  });
  const failure = failureOf(batches.waitForReceipts(BATCH_UUID, { interval: 1000, timeout: 5000 }));
  await pass(6000);
  expect(await failure).toMatchObject({
    name: 'ReceiptsTimeoutError',
    message: expect.stringContaining('still has no messages'),
  });
});
