import { createEmulator, type Emulator, type EmulatorOptions } from '@messaging-service/emulator';
import {
  api,
  createFetchReceiver,
  later,
  MINUTE,
  never,
  paidBelow,
  receiving,
  START,
  test,
} from '@messaging-service/test-support';
import { expect } from 'vitest';

const callback = 'https://shop.example/receipts';

function json<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** A state with pending work: holds, receipts, retries, a schedule, a crossed threshold. */
async function inTheMiddle(options: EmulatorOptions): Promise<Emulator> {
  const emulator = createEmulator({ now: START, seed: 7, carrier: { after: '5m' }, ...options });
  await api.edit(emulator, {
    schedule: '0 * * * *',
    paid_credits: { schedule_reset_to_zero: true, allow_negative: true, negative_limit: 20 },
    mo: { mo_webhook_url: 'https://shop.example/mo', mo_webhook_secret: 'secret' },
  });
  emulator.createNotification(emulator.account.identifier, paidBelow(999));
  await api.send(emulator, [
    { callback, from: { type: 'shared' } },
    { callback, to: '447700900822' },
  ]);
  await api.sendBatch(emulator, {
    callback,
    at: later(90 * MINUTE),
    channel: 'rcs',
    fallback_channels: ['sms'],
  });
  await emulator.clock.advance(5 * MINUTE + 15_000);
  emulator.handset('447700900001').reply('in the middle');
  await api.sendOne(emulator, { callback });
  await emulator.clock.settle();
  return emulator;
}

/** The same later calls, for each service that continues from here. */
async function goOn(emulator: Emulator): Promise<string> {
  const from = emulator.snapshot().seq;
  await api.send(emulator, [{ from: { type: 'shared' }, to: '447700900005' }, { from: { type: 'shared' } }]);
  emulator.handset('447700900001').reply('afterwards');
  await emulator.clock.advance('3h');
  const facts = emulator.journal().filter(({ seq }) => seq > from);
  return JSON.stringify([facts, emulator.snapshot()]);
}

const failing = () => ({
  webhooks: { fetch: createFetchReceiver((_, count) => (count % 4 === 0 ? 200 : 500)).fetch },
});

test('a snapshot is JSON, and changes nothing (EMU-7)', async () => {
  const emulator = await inTheMiddle(failing());
  const snapshot = emulator.snapshot();
  expect(json(snapshot)).toEqual(json(emulator.snapshot()));
  emulator.restore(json(snapshot));
  expect(json(emulator.snapshot())).toEqual(json(snapshot));
  expect(emulator.snapshot().version).toBe(7);
});

test('a restored snapshot leads to the same results, including jobs and retries (EMU-7)', async () => {
  const always = { webhooks: { fetch: createFetchReceiver(() => 500).fetch } };
  const emulator = await inTheMiddle(always);
  const snapshot = json(emulator.snapshot());
  const future = await goOn(emulator);
  emulator.restore(snapshot);
  expect(await goOn(emulator)).toBe(future);
  const another = createEmulator({ seed: 7, carrier: { after: '1d' }, ...always });
  another.restore(json(snapshot));
  expect(await goOn(another)).toBe(future);
  expect(future).toContain('webhook-exhausted');
});

test('later events do not change a snapshot, nor a service that restored it (EMU-7)', async () => {
  const emulator = await inTheMiddle(failing());
  const snapshot = emulator.snapshot();
  const before = JSON.stringify(snapshot);
  const restored = createEmulator(failing());
  restored.restore(snapshot);
  await emulator.clock.advance('1d');
  await goOn(restored);
  expect(JSON.stringify(snapshot)).toBe(before);
});

test('an attempt that was running when the snapshot was taken is made again (EMU-7)', async () => {
  const { emulator } = receiving({}, ({ signal }) => never(signal));
  await api.sendBatch(emulator, { callback });
  const snapshot = json(emulator.snapshot());
  emulator.close();
  const { emulator: restored, received } = receiving();
  restored.restore(snapshot);
  await restored.clock.settle();
  expect(received.map(({ payload }) => payload)).toMatchObject([
    { destination: '+447700900001' },
    { destination: '+447700900002' },
  ]);
  expect(restored.webhooks({ state: 'succeeded' })).toHaveLength(2);
});

test('faults are not part of a snapshot (EMU-7)', async ({ emulator }) => {
  const before = emulator.snapshot();
  const fault = emulator.addFault({ status: 503 });
  expect(emulator.snapshot()).toEqual(before);
  emulator.restore(before);
  expect((await emulator.fetch(`${emulator.baseUrl}/batch?key=${emulator.account.apiKey}`)).status).toBe(503);
  fault.remove();
});

test('a snapshot is restored although a rule in code throws for what is due (EMU-7)', async () => {
  const warnings: string[] = [];
  const rule = () => {
    throw new Error('a fault of the rule');
  };
  const options = { now: START, carrier: { rule }, onWarning: (warning: string) => warnings.push(warning) };
  const emulator = createEmulator(options);
  for (let count = 0; count < 3; count++) await api.sendOne(emulator, { send_at: later(10 * MINUTE) });
  await expect(emulator.clock.advance('10m')).rejects.toThrow('a fault of the rule');
  const restored = createEmulator(options);
  restored.restore(json(emulator.snapshot()));
  expect(restored.messages().map(({ state }) => state)).toEqual(['queued', 'queued', 'scheduled']);
  expect(warnings).toEqual([expect.stringContaining('a fault of the rule')]);
});
