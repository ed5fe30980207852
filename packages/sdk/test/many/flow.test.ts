import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AbortError } from '@messaging-service/sdk';
import { describe, expect, test } from 'vitest';
import { failureOf, queued } from '../samples.ts';
import { all, createModelService, message, messages, settled } from './model-service.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The response of the service to a request with 500 messages. */
const ANSWER_OF_500 = JSON.stringify({
  messages: Array.from({ length: 500 }, () => ({ ...queued, to: undefined })),
});

/** Counts the items that are taken from a source, and reports when it was released. */
function watched(count: number) {
  const state = { taken: 0, returned: false };
  function* source() {
    try {
      for (const one of messages(count)) {
        state.taken += 1;
        yield one;
      }
    } finally {
      state.returned = true;
    }
  }
  return Object.assign(state, { source: source() });
}

/** A source that returns some messages and then hangs forever. */
function hanging(count: number): AsyncIterable<ReturnType<typeof message>> & {
  readonly closed: Promise<void>;
  readonly hangs: Promise<void>;
} {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const { promise: hangs, resolve: hang } = Promise.withResolvers<void>();
  const source = messages(count);
  return {
    closed,
    hangs,
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        const next = source.next();
        if (next.done !== true) return { done: false, value: next.value };
        hang();
        return new Promise<never>(() => undefined);
      },
      return: async () => {
        resolve();
        return { done: true, value: undefined };
      },
    }),
  };
}

describe('the consumer controls the source', () => {
  test('nothing is read before the first outcome is requested', async () => {
    const { client, requests } = createModelService();
    const watch = watched(10);
    client.messages.sendMany(watch.source);
    await Promise.resolve();
    expect([watch.taken, requests.length]).toEqual([0, 0]);
  });

  test.each([false, true])(
    'a source that returns one object each time, with other content, sends each content (asynchronous: %s)',
    async (isAsync) => {
      const { client, requests } = createModelService();
      const row = { ...message(0), from: { type: 'custom' as const, value: '' } };
      function* rows() {
        for (const { to, body } of messages(5)) {
          Object.assign(row, { to, body });
          row.from.value = `SHOP ${body}`.slice(0, 11);
          yield row;
        }
      }
      async function* laterRows() {
        yield* rows();
      }
      const outcomes = await all(client.messages.sendMany(isAsync ? laterRows() : rows(), { chunkSize: 3 }));
      expect(outcomes.map(({ ok }) => ok)).toEqual(Array(5).fill(true));
      const sent = requests.flatMap((request) => request.messages);
      const expected = [...messages(5)];
      expect(sent.map(({ to, body }) => ({ to, body }))).toEqual(
        expected.map(({ to, body }) => ({ to, body })),
      );
      expect(sent.map(({ from }) => from?.value)).toEqual(
        expected.map(({ body }) => `SHOP ${body}`.slice(0, 11)),
      );
    },
  );

  test('no more is read than chunkSize × concurrency ahead of the outcomes that were taken, and no more is running', async () => {
    // A response that takes a turn of the event loop, as from any service.
    const service = createModelService(
      () => new Promise((resolve) => setImmediate(() => resolve(undefined))),
    );
    const watch = watched(500);
    let ahead = 0;
    let taken = 0;
    for await (const { index } of service.client.messages.sendMany(watch.source, {
      chunkSize: 7,
      concurrency: 3,
    })) {
      taken = index;
      // Lets all pending work run.
      if (index % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
      ahead = Math.max(ahead, watch.taken - taken);
    }
    expect(taken).toBe(499);
    expect(ahead).toBe(21);
    expect(service.peak()).toBe(3);
  });

  test('memory stays constant: of 40,000 messages, at most a window is in memory', async () => {
    const SAMPLED = 50;
    const { client } = createModelService(undefined, { fetch: async () => new Response(ANSWER_OF_500) });
    const samples: WeakRef<object>[] = [];
    function* source() {
      for (let i = 0; i < 40_000; i++) {
        const one = message(i);
        if (i % SAMPLED === 0) samples.push(new WeakRef(one));
        yield one;
      }
    }
    const alive: number[] = [];
    for await (const { index } of client.messages.sendMany(source(), { chunkSize: 500, concurrency: 4 })) {
      if (index % 5_000 !== 0) continue;
      // The target of a weak reference lives until the end of its turn.
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
      alive.push(samples.filter((sample) => sample.deref() !== undefined).length);
    }
    expect(samples).toHaveLength(40_000 / SAMPLED);
    expect(alive).toHaveLength(8);
    for (const count of alive) expect(count).toBeLessThanOrEqual((500 * 4) / SAMPLED);
  });
});

describe('a signal stops it', () => {
  test('aborted beforehand, nothing is read', async () => {
    const { client, requests } = createModelService();
    const watch = watched(10);
    const signal = AbortSignal.abort('closed');
    const error = await failureOf(all(client.messages.sendMany(watch.source, { signal })));
    expect(error).toBeInstanceOf(AbortError);
    expect(error).toMatchObject({ attempts: 0, maybeSent: false, cause: 'closed' });
    expect([watch.taken, requests.length]).toEqual([0, 0]);
  });

  test('running requests are not aborted, the rest is not read, and the AbortError follows at the end', async () => {
    const controller = new AbortController();
    const service = createModelService((_messages, n) => {
      if (n === 2) controller.abort('closed');
      return undefined;
    });
    const watch = watched(1000);
    const options = { chunkSize: 10, concurrency: 2, signal: controller.signal };
    const { outcomes, error } = await settled(service.client.messages.sendMany(watch.source, options));
    expect(error).toMatchObject({ name: 'AbortError', cause: 'closed', maybeSent: false });
    expect(outcomes).toHaveLength(watch.taken);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(service.queued.size);
    expect(watch.taken).toBeLessThan(60);
    expect(watch.returned).toBe(true);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test('a refused request that waits for its next attempt is not sent again', async () => {
    const controller = new AbortController();
    const service = createModelService(() => ({ status: 429 }), {
      retry: { delay: 600_000, maxDelay: 600_000 },
      hooks: { beforeRetry: () => controller.abort('closed') },
    });
    const { signal } = controller;
    const outcomes = await all(service.client.messages.sendMany([...messages(2)], { signal }));
    expect(outcomes).toHaveLength(2);
    const error = { name: 'AbortError', attempts: 1, maybeSent: false, cause: 'closed' };
    for (const outcome of outcomes) expect(outcome).toMatchObject({ ok: false, error });
    expect(service.requests).toHaveLength(1);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('messages that were read but not sent have the AbortError as their outcome', async () => {
    const controller = new AbortController();
    const service = createModelService((sent) => {
      if (sent.length === 8) controller.abort();
      return sent.length === 8 ? { status: 409, code: 'duplicate_id' } : undefined;
    });
    const { signal } = controller;
    const options = { signal, concurrency: 2 };
    const outcomes = await all(service.client.messages.sendMany([...messages(8)], options));
    const error = { name: 'AbortError', attempts: 0, maybeSent: false };
    for (const outcome of outcomes) expect(outcome).toMatchObject({ ok: false, error });
    expect(service.requests).toHaveLength(1);
  });

  test('a source that hangs does not delay it, and its messages are settled', async () => {
    const controller = new AbortController();
    const service = createModelService();
    const source = hanging(10);
    const outcomes: boolean[] = [];
    const run = async () => {
      const options = { chunkSize: 4, signal: controller.signal, maxWait: 600_000 };
      for await (const { ok, index } of service.client.messages.sendMany(source, options)) {
        outcomes.push(ok);
        if (index === 7) void source.hangs.then(() => controller.abort());
      }
    };
    expect(await failureOf(run())).toBeInstanceOf(AbortError);
    await source.closed;
    expect(outcomes).toEqual([true, true, true, true, true, true, true, true, false, false]);
    expect(service.queued.size).toBe(8);
  });

  test('aborted at the moment in which the source yields a message, that message also has its outcome', async () => {
    const controller = new AbortController();
    const given = message(0);
    const next = () => {
      const { promise, resolve } = Promise.withResolvers<IteratorResult<typeof given>>();
      queueMicrotask(() => {
        // Runs right after the client receives the message, before it can send it.
        void promise.then(() => controller.abort());
        resolve({ done: false, value: given });
      });
      return promise;
    };
    const source = { [Symbol.asyncIterator]: () => ({ next }) };
    const { client, requests } = createModelService();
    const { signal } = controller;
    const { outcomes, error } = await settled(client.messages.sendMany(source, { signal }));
    expect(error).toBeInstanceOf(AbortError);
    expect(outcomes).toMatchObject([
      { message: given, ok: false, error: { name: 'AbortError', attempts: 0 } },
    ]);
    expect(requests).toEqual([]);
  });

  test('no listener is left on it when it was never aborted', async () => {
    const { signal } = new AbortController();
    const { client } = createModelService();
    await all(client.messages.sendMany(messages(250), { signal }));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('leaving early', () => {
  test('ends the source and waits for running requests, so that nothing happens afterwards', async () => {
    const service = createModelService(
      () => new Promise((resolve) => setImmediate(() => resolve(undefined))),
    );
    const watch = watched(1000);
    for await (const { index } of service.client.messages.sendMany(watch.source, { chunkSize: 10 }))
      if (index === 4) break;
    expect(watch.returned).toBe(true);
    const { length } = service.requests;
    expect(length).toBeLessThanOrEqual(4);
    await new Promise((resolve) => setImmediate(resolve));
    expect(service.requests).toHaveLength(length);
  });

  test('does not wait for another attempt at refused messages', async () => {
    const refused = Promise.withResolvers<void>();
    const service = createModelService((_messages, n) => (n === 0 ? undefined : { status: 429 }), {
      retry: { delay: 600_000, maxDelay: 600_000 },
      hooks: { beforeRetry: () => refused.resolve() },
    });
    const options = { chunkSize: 1, concurrency: 2 };
    for await (const { ok } of service.client.messages.sendMany(messages(2), options)) {
      expect(ok).toBe(true);
      await refused.promise;
      break;
    }
    expect(service.requests).toHaveLength(2);
  });
});

test.for(['immediately', 'later'])(
  'a source that throws %s: its messages are settled, then its own error is thrown',
  async (when) => {
    const service = createModelService();
    async function* source() {
      if (when === 'later') yield* messages(15);
      throw new RangeError('the file ended');
    }
    const run = await settled(service.client.messages.sendMany(source(), { chunkSize: 10 }));
    expect(run.error).toEqual(new RangeError('the file ended'));
    expect(run.outcomes.map(({ ok }) => ok)).toEqual(Array(when === 'later' ? 15 : 0).fill(true));
    expect(service.queued.size).toBe(run.outcomes.length);
  },
);
