import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { START, sendOne } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

const url = 'https://shop.example/credits';
const callback = 'https://shop.example/receipts';

/** The journal from an entry on, in short: `day time what`, without irrelevant facts. */
function history(emulator: Emulator, from: number): string[] {
  return emulator.journal().flatMap(({ seq, at, fact }) => {
    if (seq <= from || fact.type === 'account-edited' || fact.type.startsWith('batch-')) return [];
    const time = new Date(at).toISOString().slice(5, 19).replace('T', ' ');
    const detail = fact.type === 'webhook-attempted' ? ` ${String(fact.attempt.status)}` : '';
    return `${time} ${fact.type}${detail}`;
  });
}

test('over months, schedules, sends, retries and thresholds happen in exact order of time (EMU-3)', async () => {
  let attempts = 0;
  const emulator = createEmulator({
    now: START,
    carrier: { after: '5s' },
    accounts: [
      {
        senders: ['DEMO'],
        packagedCredits: 2,
        schedule: '0 0 1 * *',
        packaged_credits: { schedule_refill: true, schedule_refill_amount: 2 },
        notifications: [{ url, threshold_type: 'packaged_fixed_number', threshold_value: 2 }],
      },
    ],
    webhooks: {
      fetch: () => Promise.resolve(new Response(null, { status: ++attempts % 2 === 0 ? 200 : 503 })),
    },
  });
  const from = emulator.journal().length;
  await sendOne(emulator, { send_at: '2026-03-31T23:59:58Z', callback });
  await sendOne(emulator, { send_at: '2026-04-30T23:59:50Z' });
  await emulator.clock.advanceTo('2026-05-02T00:00Z');
  expect(history(emulator, from)).toEqual([
    '03-01 09:00:00 credits-held',
    '03-01 09:00:00 credits-held',
    '03-31 23:59:58 credits-released',
    '03-31 23:59:58 credits-charged',
    '03-31 23:59:58 message-sent',
    '03-31 23:59:58 threshold-crossed',
    '03-31 23:59:58 webhook-queued',
    '03-31 23:59:58 webhook-attempted 503',
    '04-01 00:00:00 packaged-credits-refilled',
    '04-01 00:00:00 threshold-rearmed',
    '04-01 00:00:03 message-delivered',
    '04-01 00:00:03 webhook-queued',
    '04-01 00:00:03 webhook-attempted 200',
    '04-01 00:00:08 webhook-attempted 503',
    '04-01 00:00:38 webhook-attempted 200',
    '04-30 23:59:50 credits-released',
    '04-30 23:59:50 credits-charged',
    '04-30 23:59:50 message-sent',
    '04-30 23:59:50 threshold-crossed',
    '04-30 23:59:50 webhook-queued',
    '04-30 23:59:50 webhook-attempted 503',
    '04-30 23:59:55 message-delivered',
    '05-01 00:00:00 packaged-credits-refilled',
    '05-01 00:00:00 threshold-rearmed',
    '05-01 00:00:00 webhook-attempted 200',
  ]);
});

test('jobs of one instant run in the order in which they were planned (EMU-3)', async () => {
  const emulator = createEmulator({ now: START, accounts: [{ senders: ['DEMO'], credits: 10 }] });
  const { identifier } = emulator.account;
  const at = '2026-03-02T00:00Z';
  await sendOne(emulator, { send_at: at });
  const from = emulator.journal().length;
  await emulator.fetch(`${emulator.baseUrl}/account/${identifier}?key=${emulator.organization.apiKey}`, {
    method: 'PATCH',
    body: JSON.stringify({ schedule: '0 0 * * *', paid_credits: { schedule_reset_to_zero: true } }),
  });
  await sendOne(emulator, { send_at: at });
  await emulator.clock.advanceTo(at);
  expect(history(emulator, from)).toEqual([
    '03-01 09:00:00 credits-held',
    '03-02 00:00:00 credits-released',
    '03-02 00:00:00 credits-charged',
    '03-02 00:00:00 message-sent',
    '03-02 00:00:00 message-delivered',
    '03-02 00:00:00 paid-credits-reset',
    '03-02 00:00:00 credits-released',
    '03-02 00:00:00 message-failed',
  ]);
});
