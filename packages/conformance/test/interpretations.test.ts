import { checkConformance } from '@messaging-service/conformance';
import { createEmulator } from '@messaging-service/emulator';
import { expect, test } from 'vitest';
import { emulatedTarget } from './emulated-target.ts';

/** What the emulator is told to do otherwise, and must be found out to do. */
const OTHERWISE = {
  statuses: {
    invalid_key: 401,
    insufficient_credits: 403,
    sender_not_owned: 400,
    batch_not_found: 410,
    duplicate_id: 422,
    batch_not_pending: 423,
    multipart_not_allowed: 422,
  },
  unknownFields: 'ignore',
  webhooks: {
    timestampUnit: 'milliseconds',
    environment: 'staging',
    sign: 'all',
    retryDelays: [5_000, 60_000],
  },
} as const;

test('an emulator that reads the open points as it does by default needs no configuration but its own', async () => {
  const { emulator } = await checkConformance(emulatedTarget().target);
  expect(emulator).toEqual({
    webhooks: {
      timestampUnit: 'seconds',
      environment: 'emulator',
      retryDelays: [10_000, 30_000, 120_000, 600_000, 1_800_000],
    },
  });
});

test('the configuration that is found is the one the service was made with', async () => {
  const { emulator } = await checkConformance(emulatedTarget(OTHERWISE).target);
  expect(emulator).toEqual(OTHERWISE);
  createEmulator(emulator).close();
});

test.each([
  { delays: [1_000, 1_000, 3_000, 7_000, 13_000], found: [1_000, 1_000, 3_000, 7_000, 13_000] },
  { delays: [2_000, 3_600_000], found: undefined },
])('delays of $delays between attempts are found to be $found', async ({ delays, found }) => {
  const { target } = emulatedTarget({ webhooks: { retryDelays: delays } });
  const { emulator, readings } = await checkConformance(target);
  expect(emulator.webhooks?.retryDelays).toEqual(found);
  const { reading } = readings.find(({ id }) => id === 'webhook-retries') ?? {};
  if (found === undefined) expect(reading).toBe('After 2 seconds, and then not within an hour.');
});

test('every open point of the emulator is found out, but for those that no operation can show', async () => {
  const { readings } = await checkConformance(emulatedTarget().target);
  const unknown = readings.filter(({ reading }) => reading === undefined).map(({ id }) => id);
  expect(unknown).toEqual([
    'statuses.shared_sender_unavailable',
    'statuses.payload_too_large',
    'repeated-notifications',
    'exhausted-pool',
  ]);
});

test('the readings of decisions/ are those that the emulator is found to follow', async () => {
  const { readings } = await checkConformance(emulatedTarget().target);
  const found = Object.fromEntries(readings.map(({ id, reading }) => [id, reading]));
  expect(found).toMatchObject({
    'unknown-fields': 'It is refused (400), as in the emulator.',
    'five-minute-lead': 'It is sent at once, as in the emulator.',
    'signed-kinds': 'They are not, as in the emulator.',
    'spending-order': 'Packaged credits, as in the emulator.',
    'unpayable-holds': 'It fails, as in the emulator.',
    'two-spellings': 'schedule_refill and schedule_reset_to_zero.',
  });
});
