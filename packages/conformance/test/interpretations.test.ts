import { checkConformance } from '@messaging-service/conformance';
import { createEmulator } from '@messaging-service/emulator';
import { expect, test } from 'vitest';
import { emulatedTarget } from './emulated-target.ts';

/** Options that differ from the emulator's defaults and that calls can detect. */
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

test('the default emulator needs only its own defaults as configuration', async () => {
  const { emulator } = await checkConformance(emulatedTarget().target);
  expect(emulator).toEqual({
    webhooks: {
      timestampUnit: 'seconds',
      environment: 'emulator',
      retryDelays: [10_000, 30_000, 120_000, 600_000, 1_800_000],
    },
  });
});

test('the detected configuration equals the options of the service, and the emulator accepts it', async () => {
  const { emulator } = await checkConformance(emulatedTarget(OTHERWISE).target);
  expect(emulator).toEqual(OTHERWISE);
  createEmulator(emulator).close();
});

test.each([
  { delays: [1_000, 1_000, 3_000, 7_000, 13_000], found: [1_000, 1_000, 3_000, 7_000, 13_000] },
  { delays: [2_000, 3_600_000], found: undefined },
])('delays of $delays between attempts are detected as $found', async ({ delays, found }) => {
  const { target } = emulatedTarget({ webhooks: { retryDelays: delays } });
  const { emulator, interpretations } = await checkConformance(target);
  expect(emulator.webhooks?.retryDelays).toEqual(found);
  const { interpretation } = interpretations.find(({ id }) => id === 'webhook-retries') ?? {};
  if (found === undefined)
    expect(interpretation).toBe(
      '2 seconds, and the next attempt is made later than one hour after the first.',
    );
});

test('each open point is detected, except those that no operation can show', async () => {
  const { interpretations } = await checkConformance(emulatedTarget().target);
  const unknown = interpretations
    .filter(({ interpretation }) => interpretation === undefined)
    .map(({ id }) => id);
  expect(unknown).toEqual([
    'statuses.shared_sender_unavailable',
    'statuses.payload_too_large',
    'repeated-notifications',
    'exhausted-pool',
  ]);
});

test('the interpretations of decisions/ are those that the emulator is found to follow', async () => {
  const { interpretations } = await checkConformance(emulatedTarget().target);
  const found = Object.fromEntries(interpretations.map(({ id, interpretation }) => [id, interpretation]));
  expect(found).toMatchObject({
    'unknown-fields': 'They are refused (400), as in the emulator.',
    'five-minute-lead': 'It is sent immediately, as in the emulator.',
    'signed-kinds': 'No, as in the emulator.',
    'spending-order': 'Packaged credits, as in the emulator.',
    'unpayable-holds': 'It fails, as in the emulator.',
    'two-spellings': 'schedule_refill and schedule_reset_to_zero.',
  });
});
