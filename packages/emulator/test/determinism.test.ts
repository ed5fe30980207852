import { createEmulator, type Emulator, type EmulatorOptions } from '@messaging-service/emulator';
import {
  batch,
  call,
  createAccount,
  createFetchReceiver,
  edit,
  later,
  MINUTE,
  message,
  START,
  send,
  sendBatch,
  sendOne,
} from '@messaging-service/test-support';
import { expect, test } from 'vitest';

const callback = 'https://shop.example/receipts';

/** A history with every kind of event, and a receiver whose responses alternate. */
async function live(options: EmulatorOptions = {}): Promise<Emulator> {
  const { fetch } = createFetchReceiver(async ({ url }, count) => {
    for (let turn = 0; turn < (count * 7) % 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    return url.endsWith('inbound') ? 200 : count % 3 === 0 ? 200 : 503;
  });
  const emulator = createEmulator({
    now: START,
    seed: 42,
    carrier: { after: { min: '1s', max: '5m' } },
    ...options,
    webhooks: { fetch },
  });
  await edit(emulator, {
    schedule: '*/10 * * * *',
    packaged_credits: { schedule_refill: true, schedule_refill_amount: 5 },
    mo: { mo_webhook_url: 'https://shop.example/inbound', mo_webhook_secret: 's' },
  });
  emulator.createNotification(emulator.account.identifier, {
    url: 'https://shop.example/credits',
    threshold_type: 'packaged_percentage',
    threshold_value: 0.5,
  });
  await createAccount(emulator);
  const numbers = Array.from({ length: 30 }, (_, index) => String(447700900690 + index));
  await send(
    emulator,
    numbers.map((to) => ({ to, from: { type: 'shared' }, callback, channels: ['rcs', 'sms'] })),
  );
  await sendBatch(emulator, { destinations: numbers, callback, at: later(17 * MINUTE) });
  await emulator.clock.advance('15m');
  await call(emulator, 'POST /message', {
    body: { messages: [message({ from: { type: 'custom', value: 'NO' } })] },
  });
  await call(emulator, 'POST /batch', { body: batch(), query: { isDryrun: 'true' } });
  emulator.handset(numbers[3] ?? '').reply('YES');
  await sendOne(emulator, { to: '447700900700' });
  emulator.fail(emulator.messages({ to: '447700900700' }).at(-1)?.messageUuid ?? '');
  await emulator.clock.advance('3h');
  return emulator;
}

test('another seed gives other identifiers, senders and latencies, in as many facts (EMU-4)', async () => {
  const [one, two] = await Promise.all([live(), live({ seed: 43 })]);
  const uuids = ({ messageUuid }: { messageUuid: string }) => messageUuid;
  expect(one.messages().map(uuids)).not.toEqual(two.messages().map(uuids));
  expect(one.messages().map(({ from }) => from)).not.toEqual(two.messages().map(({ from }) => from));
  expect(one.messages().map(({ resolvedAt }) => resolvedAt)).not.toEqual(
    two.messages().map(({ resolvedAt }) => resolvedAt),
  );
  expect(one.messages().map(({ state }) => state)).toEqual(two.messages().map(({ state }) => state));
});

test('how often time is moved does not change what happens (EMU-3)', async () => {
  const history = async (steps: number) => {
    const { fetch } = createFetchReceiver((_, count) => (count % 2 === 0 ? 200 : 500));
    const emulator = createEmulator({
      now: START,
      carrier: { after: { min: 0, max: '1h' } },
      webhooks: { fetch },
    });
    const destinations = Array.from({ length: 20 }, (_, index) => String(447700900100 + index));
    await sendBatch(emulator, { destinations, callback, at: later(30 * MINUTE) });
    for (let step = 0; step < steps; step++) await emulator.clock.advance((6 * 60 * MINUTE) / steps);
    return JSON.stringify(emulator.journal());
  };
  expect(await history(360)).toBe(await history(1));
});

test('receivers that respond in another order do not change the history (EMU-4)', async () => {
  const history = async (order: (count: number) => number) => {
    const { fetch } = createFetchReceiver(async (_, count) => {
      for (let turn = 0; turn < order(count); turn++) await new Promise((resolve) => setImmediate(resolve));
      return count % 2 === 0 ? 200 : 500;
    });
    const emulator = createEmulator({ now: START, webhooks: { fetch, concurrency: 8 } });
    const destinations = Array.from({ length: 8 }, (_, index) => String(447700900100 + index));
    await sendBatch(emulator, { destinations, callback });
    await emulator.clock.settle();
    return JSON.stringify(emulator.journal());
  };
  expect(await history((count) => count)).toBe(await history((count) => 20 - count));
});
