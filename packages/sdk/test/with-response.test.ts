import { createMessagingClient } from '@messaging-service/sdk';
import { describe, expect } from 'vitest';
import { createFullClient, failureOf, message, operations, queued, samples } from './samples.ts';
import { ACCOUNT_KEY, test } from './scripted-service.ts';

/** Runs a function and returns the unhandled rejections. */
async function unhandledDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', onUnhandled);
  await work();
  // Node reports unhandled rejections before the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', onUnhandled);
  return unhandled;
}

describe('.withResponse() returns the details of a call', () => {
  test.for(operations)('$name', async ({ call, answer }, { service }) => {
    service.answer(202, answer, { 'x-request-id': 'r-7' });
    const before = Date.now();
    const result = await call(createFullClient(service.url)).withResponse();
    expect(result).toEqual({
      data: answer,
      status: 202,
      headers: expect.objectContaining({ 'x-request-id': 'r-7' }) as object,
      requestId: 'r-7',
      timing: { startedAt: expect.any(Date) as Date, durationMs: expect.any(Number) as number },
      attempts: 1,
    });
    expect(result.timing.startedAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(service.received).toHaveLength(1);
  });

  test('sendOne returns the one message', async ({ service }) => {
    service.answer(200, { messages: [queued] });
    const { data, status } = await createFullClient(service.url).messages.sendOne(message).withResponse();
    expect({ data, status }).toEqual({ data: queued, status: 200 });
  });

  test('keys in header fields are redacted', async ({ service }) => {
    service.answer(200, { batches: [] }, { 'x-url': `/batch?key=${ACCOUNT_KEY}` });
    const { headers } = await createFullClient(service.url).batches.listPending().withResponse();
    expect(headers['x-url']).toBe('/batch?key=[redacted]');
  });
});

describe('a call is a promise like any other', () => {
  test('and can be awaited, chained and raced, with and without the response, in one request', async ({
    service,
  }) => {
    service.answer(200, { batches: [] });
    const call = createFullClient(service.url).batches.listPending();
    expect(call).toBeInstanceOf(Promise);
    expect(Object.keys(call)).toEqual([]);
    expect(await call).toEqual({ batches: [] });
    expect(await call.then(({ batches }) => batches.length)).toBe(0);
    expect(await Promise.all([call, call.withResponse()])).toMatchObject([{ batches: [] }, { status: 200 }]);
    expect(service.received).toHaveLength(1);
  });

  test('both ways reject with the same error', async ({ service }) => {
    service.answer(400, '');
    const call = samples['messages.send'].call(createFullClient(service.url));
    expect(await failureOf(call.withResponse())).toBe(await failureOf(call));
  });

  test('a caller of withResponse only leaves no rejection unhandled', async ({ service }) => {
    service.answer(400, '');
    const client = createFullClient(service.url);
    const unhandled = await unhandledDuring(async () => {
      await failureOf(client.batches.listPending().withResponse());
      await failureOf(client.messages.sendOne(message).withResponse());
      await failureOf(client.messages.sendOne(message));
    });
    expect(unhandled).toEqual([]);
  });

  test('an unhandled failure is reported by the runtime, once', async ({ service }) => {
    service.answer(400, '');
    const client = createMessagingClient({ baseUrl: service.url, accountKey: ACCOUNT_KEY });
    const unhandled = await unhandledDuring(async () => {
      void client.messages.sendOne(message);
      await failureOf(client.batches.listPending());
      await expect.poll(() => service.received.length).toBe(2);
    });
    expect(unhandled).toHaveLength(1);
  });
});
