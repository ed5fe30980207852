import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { api, receiving, START } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

const callback = 'https://shop.example/receipts';
/** The times of the planned attempts, in seconds. */
const PLANNED_AT = [0, 10, 40, 160, 760, 2_560];

/** The times of the attempts at the only delivery, in seconds: planned ones, or those by hand. */
function timesOf(emulator: Emulator, isByHand: boolean): number[] {
  const attempts = emulator.webhooks()[0]?.attempts ?? [];
  return attempts
    .filter(({ byHand = false }) => byHand === isByHand)
    .map(({ at }) => (Date.parse(at) - Date.parse(START)) / 1_000);
}

async function again(emulator: Emulator): Promise<void> {
  for (const { id } of emulator.webhooks()) emulator.resendWebhook(id);
  await emulator.settle();
}

async function refused(status: () => number) {
  const { emulator } = receiving({}, status);
  await api.sendOne(emulator, { callback });
  await emulator.settle();
  return emulator;
}

test('attempts by hand are additional: the planned ones keep their times and their number (EMU-28)', async () => {
  const emulator = await refused(() => 500);
  for (let times = 0; times < 7; times++) await again(emulator);
  await emulator.clock.advance('15s');
  await again(emulator);
  expect(emulator.webhooks()).toMatchObject([{ state: 'pending' }]);
  await emulator.clock.advance('1h');
  expect(timesOf(emulator, false)).toEqual(PLANNED_AT);
  expect(timesOf(emulator, true)).toEqual([0, 0, 0, 0, 0, 0, 0, 15]);
  expect(emulator.webhooks()).toMatchObject([{ state: 'exhausted' }]);
});

test('one that is accepted ends the delivery, and its planned attempts are not made (EMU-28)', async () => {
  let status = 500;
  const emulator = await refused(() => status);
  status = 200;
  await again(emulator);
  expect(emulator.webhooks()).toMatchObject([{ state: 'succeeded' }]);
  await emulator.clock.advance('1h');
  expect([timesOf(emulator, false), timesOf(emulator, true)]).toEqual([[0], [0]]);
  const [delivery] = emulator.webhooks();
  expect(emulator.why(delivery?.id ?? '')).toMatchObject({
    outcome: 'accepted after 1 attempt failed',
    decidedBy: { kind: 'by-hand' },
  });
});

test('an exhausted delivery stays exhausted when one fails, and ends when one is accepted (EMU-28)', async () => {
  let status = 500;
  const emulator = await refused(() => status);
  await emulator.clock.advance('1h');
  await again(emulator);
  expect(emulator.webhooks()).toMatchObject([{ state: 'exhausted' }]);
  const [delivery] = emulator.webhooks();
  expect(emulator.why(delivery?.id ?? '').outcome).toBe(
    'not accepted, and given up after 6 attempts and 1 by hand: status 500',
  );
  status = 200;
  await again(emulator);
  expect(emulator.webhooks()).toMatchObject([{ state: 'succeeded' }]);
});

test('one that fails does not change a delivery that was accepted (EMU-28)', async () => {
  let status = 200;
  const emulator = await refused(() => status);
  status = 500;
  await again(emulator);
  await emulator.clock.advance('1h');
  expect(emulator.webhooks()).toMatchObject([{ state: 'succeeded', attempts: [{}, { byHand: true }] }]);
  const [delivery] = emulator.webhooks();
  expect(emulator.why(delivery?.id ?? '')).toMatchObject({
    outcome: 'accepted at the first attempt',
    result: 'success',
  });
});

test('one that is running is made again after a restored snapshot, beside the planned ones (EMU-7, EMU-28)', async () => {
  const emulator = await refused(() => 500);
  const [delivery] = emulator.webhooks();
  emulator.resendWebhook(delivery?.id ?? '');
  const snapshot = structuredClone(emulator.snapshot());
  const another = createEmulator({ webhooks: { fetch: async () => new Response(null, { status: 500 }) } });
  another.restore(snapshot);
  await another.clock.advance('1h');
  expect(timesOf(another, false)).toEqual(PLANNED_AT);
  expect(timesOf(another, true)).toEqual([0]);
});
