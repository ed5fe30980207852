import { gate } from '@messaging-service/test-support';
import {
  createMemoryDedupeStore,
  type DedupeStore,
  type WebhookHandlerOptions,
} from '@messaging-service/webhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { passingTime } from './order.ts';
import { receiver } from './receiver.ts';
import { signedRequest } from './requests.ts';

const never = () => new Promise<never>(() => undefined);
const claimed = { state: 'claimed', commit: async () => undefined, release: async () => undefined } as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});

/** Sends one event to a handler with a store, and reports when and how it responds. */
async function receive(dedupe: DedupeStore, options: Partial<WebhookHandlerOptions> = {}) {
  const action = vi.fn<() => Promise<void>>().mockResolvedValue();
  const { handler, errors } = receiver({ dedupe, on: { inboundMessage: action }, ...options });
  const start = performance.now();
  // Only the store waits for time. The signature is computed in real time.
  const { status } = await passingTime(handler(signedRequest()));
  return { status, seconds: (performance.now() - start) / 1000, errors, action, handler };
}

describe('a store that never responds', () => {
  test.each([
    ['3 s by default', {}, 3],
    ['the limit that is set', { storeTimeout: 0.5 }, 0.5],
    ['at most 5 s', { storeTimeout: 5 }, 5],
  ])('a commit delays the response for %s, and its failure is reported', async (_title, options, limit) => {
    const dedupe = { claim: async () => ({ ...claimed, commit: never }) };
    const { status, seconds, errors, action } = await receive(dedupe, options);
    expect([status, action.mock.calls.length, seconds]).toEqual([200, 1, limit]);
    const message = expect.stringContaining(`no response to commit within ${limit} s`) as string;
    expect(errors).toMatchObject([{ code: 'store_timeout', message }]);
  });

  test('a release delays it no longer, and both failures are reported', async () => {
    const dedupe = { claim: async () => ({ ...claimed, release: never }) };
    const failure = new Error('out of order');
    const on = { inboundMessage: () => Promise.reject(failure) };
    const { status, seconds, errors } = await receive(dedupe, { on });
    expect([status, seconds]).toEqual([500, 3]);
    expect(errors).toMatchObject([{ code: 'store_timeout' }, failure]);
  });

  test('a claim gets 503 after the limit, and no action runs', async () => {
    const { status, seconds, errors, action } = await receive({ claim: never });
    expect([status, action.mock.calls.length, seconds]).toEqual([503, 0, 3]);
    expect(errors).toMatchObject([{ code: 'store_timeout' }]);
  });

  test('a claim that succeeds after the limit is released, so that the next attempt acts', async () => {
    const store = createMemoryDedupeStore();
    const { passed, open } = gate();
    let claims = 0;
    const dedupe: DedupeStore = {
      claim: async (key) => {
        if (claims++ === 0) await passed;
        return store.claim(key);
      },
    };
    const { status, action, handler } = await receive(dedupe);
    expect(status).toBe(503);
    open();
    await new Promise((resolve) => setImmediate(resolve));
    expect((await handler(signedRequest())).status).toBe(200);
    expect(action).toHaveBeenCalledTimes(1);
  });

  test('after waitUntil has taken over, its failure is reported too', async () => {
    const work: Promise<void>[] = [];
    const dedupe = { claim: async () => ({ ...claimed, commit: never }) };
    const { status, errors } = await receive(dedupe, { waitUntil: (promise) => work.push(promise) });
    expect([status, work.length]).toEqual([200, 1]);
    if (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync();
    await Promise.all(work);
    expect(errors).toMatchObject([{ code: 'store_timeout' }]);
  });
});

test('a slow store whose event is busy is not queried again after 4.5 s, because the service waits 10 s for a response', async () => {
  const slow = vi.fn<DedupeStore['claim']>(async () => {
    await new Promise((resolve) => setTimeout(resolve, 2900));
    return { state: 'busy' };
  });
  const { status, seconds } = await receive({ claim: slow });
  expect([status, slow.mock.calls.length]).toEqual([503, 2]);
  expect(seconds).toBeLessThan(7);
});

test('a store that responds leaves no timer behind', async () => {
  await receive(createMemoryDedupeStore());
  expect(vi.getTimerCount()).toBe(0);
});
