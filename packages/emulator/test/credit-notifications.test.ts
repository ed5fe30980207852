import type { CreditNotification, ThresholdType } from '@messaging-service/contract';
import type { AccountOptions, Emulator } from '@messaging-service/emulator';
import { api, later, MINUTE, paidBelow, receiving, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

const url = 'https://shop.example/credits';

function emulatorWith(type: ThresholdType, value: number, members: AccountOptions): Emulator {
  const notifications = [{ url, threshold_type: type, threshold_value: value }];
  return receiving({ accounts: [{ senders: ['DEMO'], notifications, ...members }] }).emulator;
}

/** Balances of the notifications so far, as `[paid, packaged]`. */
async function fired(emulator: Emulator): Promise<unknown[]> {
  await emulator.clock.settle();
  return emulator.webhooks({ kind: 'credit-notification' }).map(({ payload }) => {
    const balances = payload as CreditNotification;
    return [balances.paid_credit_balance, balances.packaged_credit_balance];
  });
}

const times = (count: number) => Array.from({ length: count }, () => ({}));

const debt = (negative_limit: number) => ({ paid_credits: { allow_negative: true, negative_limit } });
const refill = (credits: number) => ({
  packagedCredits: credits,
  packaged_credits: { schedule_refill_amount: credits },
});

test.each<[type: ThresholdType, value: number, members: AccountOptions, reached: number, balances: number[]]>(
  [
    ['paid_fixed_number', 8, { credits: 10 }, 2, [7, 0]],
    ['packaged_fixed_number', 1, { credits: 10, packagedCredits: 2 }, 1, [10, 0]],
    ['packaged_percentage', 0.25, refill(8), 6, [0, 1]],
    ['paid_negative_fixed_number', 5, { credits: 2, ...debt(10) }, 7, [-6, 0]],
    // A limit is a distance, with either sign.
    ['paid_negative_percentage', 0.2, debt(10), 8, [-9, 0]],
    ['paid_negative_percentage', 0.2, debt(-10), 8, [-9, 0]],
    // Floating-point numbers would miss these shares.
    ['packaged_percentage', 0.55, refill(100), 45, [0, 54]],
    ['paid_negative_percentage', 0.07, debt(100), 93, [-94, 0]],
  ],
)(
  '%s %d of an account with %j does not fire after %i messages, but after the next one (NTF-2, NTF-3)',
  async (type, value, members, reached, balances) => {
    const emulator = emulatorWith(type, value, members);
    await api.send(emulator, times(reached));
    expect(await fired(emulator)).toEqual([]);
    await api.sendOne(emulator);
    expect(await fired(emulator)).toEqual([balances]);
  },
);

test.each(['paid_negative_fixed_number', 'paid_negative_percentage'] as const)(
  '%s never fires while debt is not allowed or has no limit: nothing can run out (NTF-7)',
  async (type) => {
    const unlimited = emulatorWith(type, 1, { paid_credits: { allow_negative: true, negative_limit: null } });
    await api.send(unlimited, times(100));
    const none = emulatorWith(type, 1, { credits: 3, paid_credits: { negative_limit: 3 } });
    await api.send(none, times(3));
    expect([...(await fired(unlimited)), ...(await fired(none))]).toEqual([]);
  },
);

test('it does not fire again while the value stays below; once it is no longer below, it is armed again (NTF-5)', async () => {
  const emulator = emulatorWith('paid_fixed_number', 10, { credits: 10 });
  const topUp = (topup: number) =>
    api.call(emulator, 'PATCH /topup', { body: { accountUuid: emulator.account.identifier, topup } });
  await api.send(emulator, times(3));
  await topUp(2);
  await api.sendOne(emulator);
  expect(await fired(emulator)).toEqual([[7, 0]]);
  await topUp(2);
  await api.sendOne(emulator);
  expect(await fired(emulator)).toEqual([
    [7, 0],
    [9, 0],
  ]);
});

test('one request fires once, with the balances after all of it (NTF-5, NTF-1)', async () => {
  const emulator = emulatorWith('paid_fixed_number', 10, { credits: 10 });
  await api.send(emulator, times(5));
  expect(await fired(emulator)).toEqual([[5, 0]]);
});

test('the charge of a scheduled message fires when it becomes due; a hold changes no bucket (NTF-5)', async () => {
  const emulator = emulatorWith('paid_fixed_number', 10, { credits: 10 });
  await api.sendOne(emulator, { send_at: later(10 * MINUTE) });
  expect(await fired(emulator)).toEqual([]);
  await emulator.clock.advance(10 * MINUTE);
  expect(await fired(emulator)).toEqual([[9, 0]]);
  expect(emulator.webhooks()[0]?.attempts[0]?.at).toBe(later(10 * MINUTE));
});

test('a reset fires, within the minute it happens (NTF-4)', async () => {
  const emulator = emulatorWith('paid_fixed_number', 1, {
    credits: 10,
    schedule: '0 12 * * *',
    paid_credits: { schedule_reset_to_zero: true },
  });
  await emulator.clock.advance('1d');
  expect(await fired(emulator)).toEqual([[0, 0]]);
  expect(emulator.webhooks()[0]?.attempts[0]?.at).toBe('2026-03-01T12:00:00.000Z');
});

test('an edit of the limit or of the refill amount fires and arms, too (NTF-5)', async () => {
  const emulator = emulatorWith('paid_negative_fixed_number', 5, {
    paid_credits: { allow_negative: true, negative_limit: 10 },
  });
  await api.edit(emulator, { paid_credits: { negative_limit: 4 } });
  expect(await fired(emulator)).toHaveLength(1);
  await api.edit(emulator, { paid_credits: { negative_limit: 10 } });
  await api.edit(emulator, { paid_credits: { negative_limit: 4 } });
  expect(await fired(emulator)).toHaveLength(2);
  const share = emulatorWith('packaged_percentage', 0.5, {
    packagedCredits: 5,
    packaged_credits: { schedule_refill_amount: 10 },
  });
  await api.edit(share, { packaged_credits: { schedule_refill_amount: 11 } });
  expect(await fired(share)).toEqual([[0, 5]]);
});

test('one created while the value is below waits for the next drop (NTF-5, NTF-6)', async ({ emulator }) => {
  emulator.createNotification(emulator.account.identifier, paidBelow(2_000));
  await api.sendOne(emulator);
  expect(await fired(emulator)).toEqual([]);
});
