import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Fetch } from '@messaging-service/sdk';
import { expect, test } from 'vitest';
import { createModelService, message } from './model-service.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const COUNT = 1_000_000;
const CHUNK = 500;
const CONCURRENCY = 4;
/** How many messages there are for each that is watched. */
const SAMPLED = 100;
/** How often the objects in memory are counted. */
const COUNTED = 100_000;

/** Objects that are remembered, but not kept. */
function createSamples() {
  const samples: WeakRef<object>[] = [];
  return {
    add: (one: object) => void samples.push(new WeakRef(one)),
    count: () => samples.length,
    alive: () => samples.filter((sample) => sample.deref() !== undefined).length,
  };
}

/** A service that queues everything and counts how often each message, by the number in its text, has arrived. */
function createCounting() {
  const arrivals = new Uint8Array(COUNT);
  let requests = 0;
  const fetch: Fetch = async (_url, { body }) => {
    const { messages } = JSON.parse(String(body)) as { messages: { id: string; to: string; body: string }[] };
    requests += 1;
    for (const { body } of messages) {
      const i = Number(body.slice('no. '.length));
      arrivals[i] = (arrivals[i] ?? 0) + 1;
    }
    const from = { type: 'shared', value: '447700900980' };
    return Response.json({
      messages: messages.map(({ id, to, body }) => {
        return { to, body, from, id, batchUuid: id, messageUuid: id, scheduled: false };
      }),
    });
  };
  return { fetch, arrivals, requests: () => requests };
}

test('a million messages arrive once each and have their outcomes in order, with at most a window of them in memory', async () => {
  const service = createCounting();
  const { client } = createModelService(undefined, { fetch: service.fetch });
  const given = createSamples();
  const outcomes = createSamples();
  function* source() {
    for (let i = 0; i < COUNT; i++) {
      const one = message(i);
      if (i % SAMPLED === 0) given.add(one);
      yield one;
    }
  }
  const alive: number[] = [];
  let progress: object | undefined;
  let expected = 0;
  let astray = 0;
  const options = {
    chunkSize: CHUNK,
    concurrency: CONCURRENCY,
    onProgress: (one: object) => {
      progress = one;
    },
  };
  for await (const outcome of client.messages.sendMany(source(), options)) {
    const { index, ok } = outcome;
    if (!ok || index !== expected || outcome.queued.body !== `no. ${index}`) astray += 1;
    expected += 1;
    if (index % SAMPLED === 0) outcomes.add(outcome);
    if (index % COUNTED !== 0) continue;
    // The target of a weak reference lives until the end of its turn.
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    alive.push(given.alive() + outcomes.alive());
  }
  expect([expected, astray]).toEqual([COUNT, 0]);
  expect(progress).toEqual({ settled: COUNT, queued: COUNT, failed: 0 });
  expect(service.requests()).toBe(COUNT / CHUNK);
  expect(service.arrivals.every((count) => count === 1)).toBe(true);
  expect([given.count(), outcomes.count()]).toEqual([COUNT / SAMPLED, COUNT / SAMPLED]);
  expect(alive).toHaveLength(COUNT / COUNTED);
  // A window of messages, and the outcome that the loop has.
  for (const count of alive) expect(count).toBeLessThanOrEqual((CHUNK * CONCURRENCY) / SAMPLED + 1);
});
