import { createEmulator } from '@messaging-service/emulator';
import { api, gate, MINUTE, never, numbers, receiving, START, turns } from '@messaging-service/test-support';
import { expect, test, vi } from 'vitest';

test('a receiver that does not respond in time is retried (WHK-4)', async () => {
  const { emulator, received } = receiving({ webhooks: { timeout: '20ms' } }, ({ signal }, count) =>
    count === 1 ? never(signal) : 200,
  );
  await api.sendOne(emulator, { callback: 'https://slow.example/' });
  await emulator.clock.advance('10s');
  expect(received).toHaveLength(2);
  expect(emulator.webhooks()).toMatchObject([
    {
      state: 'succeeded',
      attempts: [
        { status: null, error: 'no response within 20 ms' },
        { status: 200, error: null },
      ],
    },
  ]);
});

test('an attempt ends in time although its receiver ignores the signal (WHK-4)', async () => {
  const emulator = createEmulator({
    now: START,
    webhooks: { fetch: () => new Promise(() => undefined), timeout: '15ms', retryDelays: [] },
  });
  await api.sendOne(emulator, { callback: 'https://deaf.example/' });
  await emulator.clock.settle();
  expect(emulator.webhooks()).toMatchObject([
    { state: 'exhausted', attempts: [{ error: 'no response within 15 ms' }] },
  ]);
});

test('a timeout beyond the limit of timers does not end immediately (WHK-4)', async () => {
  vi.useFakeTimers();
  const { emulator } = receiving({ webhooks: { timeout: '365d', retryDelays: [] } }, async () => {
    await vi.advanceTimersByTimeAsync(MINUTE);
    return 200;
  });
  await api.sendOne(emulator, { callback: 'https://slow.example/' });
  await emulator.clock.settle();
  expect(emulator.webhooks()).toMatchObject([{ state: 'succeeded' }]);
});

test('a response whose body never ends counts as a response (WHK-2)', async () => {
  const endless = () => new Response(new ReadableStream({ pull: () => undefined }));
  const { emulator } = receiving({}, endless);
  await api.sendOne(emulator, { callback: 'https://endless.example/' });
  await emulator.clock.settle();
  expect(emulator.webhooks()).toMatchObject([{ state: 'succeeded' }]);
});

test.each([1, 3, 8])('at most %d attempts run concurrently to one receiver (WHK-5)', async (concurrency) => {
  let active = 0;
  let most = 0;
  const { emulator, received } = receiving({ webhooks: { concurrency } }, async () => {
    most = Math.max(most, ++active);
    await turns();
    active--;
    return 200;
  });
  await api.sendBatch(emulator, { destinations: numbers(30), callback: 'https://shop.example/' });
  await emulator.clock.settle();
  expect(received).toHaveLength(30);
  expect(most).toBe(concurrency);
});

test('paths of one origin are one receiver, another port is another (WHK-5)', async () => {
  const all = gate();
  const { emulator, received } = receiving({ webhooks: { concurrency: 2 } }, () =>
    all.passed.then(() => 200),
  );
  const callbacks = ['a.example/1', 'a.example/2', 'a.example/3', 'a.example:8443/1'].map(
    (address) => `https://${address}`,
  );
  for (const callback of callbacks) await api.sendOne(emulator, { callback });
  await turns();
  expect(received.map(({ url }) => url)).toEqual([...callbacks.slice(0, 2), ...callbacks.slice(3)]);
  all.open();
  await emulator.clock.settle();
  expect(received).toHaveLength(4);
});

test('time stands still while an attempt is running (EMU-3)', async () => {
  const moves: number[] = [];
  const { emulator } = receiving({}, async () => {
    const before = emulator.clock.now();
    await turns();
    moves.push(emulator.clock.now().getTime() - before.getTime());
    return 500;
  });
  await api.sendOne(emulator, { callback: 'https://shop.example/' });
  await emulator.clock.advance('1h');
  expect(moves).toEqual([0, 0, 0, 0, 0, 0]);
});

test('a reset aborts attempts and removes those that wait for their turn (EMU-8)', async () => {
  const { emulator, received } = receiving({ webhooks: { concurrency: 1 } }, ({ signal }) => never(signal));
  await api.sendBatch(emulator, { destinations: numbers(3), callback: 'https://shop.example/' });
  await turns();
  expect(received).toHaveLength(1);
  emulator.reset();
  await turns();
  expect(received[0]?.signal.aborted).toBe(true);
  expect(received).toHaveLength(1);
  expect(emulator.webhooks()).toEqual([]);
});

test.each([200, 500])(
  'a receiver can return the same response object with status %i for every attempt (WHK-2)',
  async (status) => {
    const response = new Response('shared', { status });
    const emulator = createEmulator({ now: START, webhooks: { fetch: () => Promise.resolve(response) } });
    await api.sendBatch(emulator, { callback: 'https://shop.example/receipts' });
    await emulator.clock.advance('1d');
    const statuses = emulator.webhooks().map(({ attempts }) => attempts.map((attempt) => attempt.status));
    const attempts = Array.from({ length: status === 200 ? 1 : 6 }, () => status);
    expect(statuses).toEqual([attempts, attempts]);
  },
);
