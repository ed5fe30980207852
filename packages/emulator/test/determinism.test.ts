import { createEmulator } from '@messaging-service/emulator';
import { api, later, MINUTE, numbers, receiving, START } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

const callback = 'https://shop.example/receipts';

test('another seed gives other identifiers, senders and latencies (EMU-4)', async () => {
  const [one, two] = await Promise.all(
    [42, 43].map(async (seed) => {
      const emulator = createEmulator({ now: START, seed, carrier: { after: { min: '1s', max: '5m' } } });
      await api.send(
        emulator,
        numbers(30).map((to) => ({ to, from: { type: 'shared' } })),
      );
      await emulator.clock.advance('5m');
      return emulator.messages();
    }),
  );
  for (const member of ['messageUuid', 'from', 'resolvedAt'] as const)
    expect(one?.map((message) => message[member])).not.toEqual(two?.map((message) => message[member]));
});

test('how often time is moved does not change what happens (EMU-3)', async () => {
  const history = async (steps: number) => {
    const { emulator } = receiving({ carrier: { after: { min: 0, max: '1h' } } }, (_, count) =>
      count % 2 === 0 ? 200 : 500,
    );
    await api.sendBatch(emulator, { destinations: numbers(20), callback, at: later(30 * MINUTE) });
    for (let step = 0; step < steps; step++) await emulator.clock.advance((6 * 60 * MINUTE) / steps);
    return JSON.stringify(emulator.journal());
  };
  expect(await history(360)).toBe(await history(1));
});

test('receivers that respond in another order do not change the history (EMU-4)', async () => {
  const history = async (order: (count: number) => number) => {
    const { emulator } = receiving({ webhooks: { concurrency: 8 } }, async (_, count) => {
      for (let turn = 0; turn < order(count); turn++) await new Promise((resolve) => setImmediate(resolve));
      return count % 2 === 0 ? 200 : 500;
    });
    await api.sendBatch(emulator, { destinations: numbers(8), callback });
    await emulator.clock.settle();
    return JSON.stringify(emulator.journal());
  };
  expect(await history((count) => count)).toBe(await history((count) => 20 - count));
});
