import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { api, createFetchReceiver, later, MINUTE, paidBelow, START } from '@messaging-service/test-support';

const callback = 'https://shop.example/receipts';

/** A snapshot as another program gets it, whose members can be changed. */
export type Written = { -readonly [Member in keyof Snapshot]: Snapshot[Member] };

type Snapshot = ReturnType<Emulator['snapshot']>;

/** A snapshot as JSON. */
export function written(emulator: Emulator): Written {
  return JSON.parse(JSON.stringify(emulator.snapshot())) as Written;
}

/** An emulator with an entry in each list of its state, and with a job of each kind. */
export async function lived(): Promise<Emulator> {
  const { fetch } = createFetchReceiver((_, count) => (count % 3 === 0 ? 200 : 500));
  const carrier = {
    after: '5m',
    rules: [{ to: '4479*', outcome: 'fail', code: '30', description: 'Opted out' }],
  } as const;
  const emulator = createEmulator({ now: START, seed: 7, carrier, webhooks: { fetch } });
  const { identifier } = emulator.account;
  await api.edit(emulator, {
    schedule: '0 6 * * MON-FRI',
    paid_credits: { schedule_reset_to_zero: true, allow_negative: true, negative_limit: 20 },
    packaged_credits: { schedule_refill: true, schedule_refill_amount: 50 },
    mo: { mo_webhook_url: 'https://shop.example/mo', mo_webhook_secret: 'secret' },
  });
  emulator.createNotification(identifier, paidBelow(999));
  emulator.createNotification(identifier, {
    url: 'https://shop.example/credits',
    threshold_type: 'packaged_percentage',
    threshold_value: 0.25,
  });
  const other = await api.createAccount(emulator, 'Deleted');
  await api.send(emulator, [
    { callback, from: { type: 'shared' } },
    { callback, to: '447700900822' },
    { callback, to: '447911123456', channels: ['rcs', 'sms'] },
  ]);
  await emulator.clock.advance('6m');
  await api.send(emulator, [{ callback }, { to: '447700900700' }]);
  emulator.handset('447700900001').reply('YES');
  await api.sendBatch(emulator, { callback, at: later(60 * MINUTE) });
  await api.sendBatch(emulator, { at: later(90 * MINUTE), channel: 'rcs', fallback_channels: ['sms'] });
  await api.call(emulator, `DELETE /account/${other.identifier}`);
  await emulator.clock.settle();
  return emulator;
}
