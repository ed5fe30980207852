import { AbortError, SendManyStoppedError } from '@messaging-service/sdk';
import { throwing } from '@messaging-service/test-support';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { recordingLogger } from '../samples.ts';
import { all, createModelService, messages, settled } from './model-service.ts';

beforeEach(() => void vi.useFakeTimers());

/** A source that returns a message at each interval of milliseconds, the first after one interval. */
async function* slowly(count: number, ms: number) {
  for (const one of messages(count)) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    yield one;
  }
}

/** A service that records when its requests arrived, in milliseconds. */
function createTimedService() {
  const begin = performance.now();
  const times: { at: number; count: number }[] = [];
  const service = createModelService((sent) => {
    times.push({ at: Math.round(performance.now() - begin), count: sent.length });
    return undefined;
  });
  return { ...service, times };
}

describe('maxWait', () => {
  test('messages of a slow source are sent a second after the first of them', async () => {
    const { client, times } = createTimedService();
    const outcomes = all(client.messages.sendMany(slowly(6, 300)));
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await outcomes).map(({ index, ok }) => [index, ok])).toEqual(
      [0, 1, 2, 3, 4, 5].map((i) => [i, true]),
    );
    expect(times).toEqual([
      { at: 1300, count: 4 },
      { at: 1800, count: 2 },
    ]);
  });

  test('a full chunk does not wait, and no timer is left', async () => {
    const { client, times } = createTimedService();
    const outcomes = all(client.messages.sendMany(slowly(4, 100), { chunkSize: 2, maxWait: 5000 }));
    await vi.advanceTimersByTimeAsync(400);
    expect(await outcomes).toHaveLength(4);
    expect(times).toEqual([
      { at: 200, count: 2 },
      { at: 400, count: 2 },
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('rate', () => {
  test.for([
    [10, { chunkSize: 100 }],
    [25, { chunkSize: 100 }],
    [97, { chunkSize: 8, concurrency: 1 }],
    [1000, { chunkSize: 30 }],
    [{ messages: 3, per: 60_000 }, {}],
  ] as const)(
    '%j: no period has more messages, and over time exactly as many are sent',
    async ([rate, options]) => {
      const { client, times } = createTimedService();
      const { messages: perPeriod, per } = typeof rate === 'number' ? { messages: rate, per: 1000 } : rate;
      const PERIODS = 5;
      const outcomes = all(client.messages.sendMany(messages(perPeriod * PERIODS), { ...options, rate }));
      await vi.advanceTimersByTimeAsync(per * (PERIODS + 1));
      expect(await outcomes).toHaveLength(perPeriod * PERIODS);
      for (const { at: begin } of times) {
        const within = times.filter(({ at }) => at >= begin && at < begin + per - 1);
        expect(within.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(perPeriod);
      }
      const last = times.at(-1)?.at ?? 0;
      expect(last).toBeGreaterThan(per * (PERIODS - 0.5));
      expect(last).toBeLessThan(per * PERIODS);
    },
  );

  test('a signal ends the wait, and messages that were read have their outcomes', async () => {
    const controller = new AbortController();
    const service = createModelService();
    const { signal } = controller;
    const run = settled(service.client.messages.sendMany(messages(100), { rate: 1, signal }));
    await vi.advanceTimersByTimeAsync(2500);
    controller.abort();
    const { outcomes, error } = await run;
    expect(error).toBeInstanceOf(AbortError);
    expect(outcomes.map(({ ok }) => ok)).toEqual(outcomes.map((_, i) => i < 3));
    expect(service.queued.size).toBe(3);
    expect(outcomes.length).toBeLessThanOrEqual(3 + 4);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('stopWhen', () => {
  test('a permanent 429 stops it: few messages are read, and all of them have outcomes', async () => {
    const service = createModelService(() => ({ status: 429 }));
    let read = 0;
    function* source() {
      for (const one of messages(2000)) {
        read += 1;
        yield one;
      }
    }
    const run = settled(service.client.messages.sendMany(source()));
    await vi.runAllTimersAsync();
    const { outcomes, error } = await run;
    expect(error).toBeInstanceOf(SendManyStoppedError);
    expect(error).toMatchObject({ maybeSent: false, cause: { name: 'RateLimitError', status: 429 } });
    expect(outcomes).toHaveLength(read);
    expect(read).toBeLessThanOrEqual(900);
  });

  test('decides from the error, the number of chunks in a row and the progress', async () => {
    const service = createModelService((sent) =>
      sent.some(({ body }) => body === 'no. 1') ? undefined : { status: 500 },
    );
    const seen: unknown[] = [];
    const { outcomes, error } = await settled(
      service.client.messages.sendMany(messages(100), {
        chunkSize: 1,
        concurrency: 1,
        stopWhen: ({ error, consecutive, progress }) => {
          seen.push([error.name, consecutive, progress.settled]);
          return consecutive === 2;
        },
      }),
    );
    expect(seen).toEqual([
      ['ServerError', 1, 1],
      ['ServerError', 1, 3],
      ['ServerError', 2, 4],
    ]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, true, false, false]);
    expect(error).toBeInstanceOf(SendManyStoppedError);
  });

  test('refusals of single messages do not stop it', async () => {
    const service = createModelService((sent) =>
      sent.some(({ body }) => body !== 'no. 99') ? { status: 409, code: 'duplicate_id' } : undefined,
    );
    const outcomes = await all(service.client.messages.sendMany(messages(100), { chunkSize: 5 }));
    expect(outcomes.filter(({ ok }) => ok).map(({ index }) => index)).toEqual([99]);
  });

  test('that throws stops it: every message that was read has its outcome, and the failure is logged', async () => {
    const { errors, logger } = recordingLogger();
    const service = createModelService((_, n) => (n === 0 ? { status: 500 } : undefined), { logger });
    const options = {
      chunkSize: 1,
      concurrency: 2,
      stopWhen: throwing(new RangeError('mine')),
    };
    const run = await settled(service.client.messages.sendMany(messages(100), options));
    expect(run.outcomes.map(({ status }) => status)).toEqual(['unknown', 'queued']);
    expect(run.error).toMatchObject({ name: 'SendManyStoppedError', cause: { name: 'ServerError' } });
    expect(errors()).toContain('stopWhen failed: mine');
  });
});
