import type { ThresholdType } from '@messaging-service/contract';
import { type AccountOptions, createEmulator, type Emulator } from '@messaging-service/emulator';
import { call, edit, later, MINUTE, START, send, sendOne } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

const url = 'https://shop.example/credits';

function emulatorWith(type: ThresholdType, value: number, members: AccountOptions): Emulator {
  const notifications = [{ url, threshold_type: type, threshold_value: value }];
  return createEmulator({
    now: START,
    accounts: [{ senders: ['DEMO'], notifications, ...members }],
    webhooks: { fetch: () => Promise.resolve(new Response()) },
  });
}

/** Balances of the notifications so far, as `[paid, packaged]`. */
async function fired(emulator: Emulator): Promise<unknown[]> {
  await emulator.clock.settle();
  return emulator.webhooks({ kind: 'credit-notification' }).map(({ payload }) => {
    const { paid_credit_balance: paid, packaged_credit_balance: packaged } = payload as Record<
      string,
      unknown
    >;
    return [paid, packaged];
  });
}

const times = (count: number) => Array.from({ length: count }, () => ({}));

test('paid_fixed_number fires when paid credits fall below the number, not at it (NTF-2)', async () => {
  const emulator = emulatorWith('paid_fixed_number', 8, { credits: 10 });
  await send(emulator, times(2));
  expect(await fired(emulator)).toEqual([]);
  await sendOne(emulator);
  expect(await fired(emulator)).toEqual([[7, 0]]);
});

test('packaged_fixed_number watches packaged credits (NTF-2)', async () => {
  const emulator = emulatorWith('packaged_fixed_number', 1, { credits: 10, packagedCredits: 2 });
  await sendOne(emulator);
  expect(await fired(emulator)).toEqual([]);
  await sendOne(emulator);
  expect(await fired(emulator)).toEqual([[10, 0]]);
});

test('packaged_percentage watches a share of the refill amount: 0.25 is 25% (NTF-2, NTF-3)', async () => {
  const emulator = emulatorWith('packaged_percentage', 0.25, {
    packagedCredits: 8,
    packaged_credits: { schedule_refill_amount: 8 },
  });
  await send(emulator, times(6));
  expect(await fired(emulator)).toEqual([]);
  await sendOne(emulator);
  expect(await fired(emulator)).toEqual([[0, 1]]);
});

test('paid_negative_fixed_number watches the credits left until the negative limit (NTF-2)', async () => {
  const emulator = emulatorWith('paid_negative_fixed_number', 5, {
    credits: 2,
    paid_credits: { allow_negative: true, negative_limit: 10 },
  });
  await send(emulator, times(7));
  expect(await fired(emulator)).toEqual([]);
  await sendOne(emulator);
  expect(await fired(emulator)).toEqual([[-6, 0]]);
});

test.each([10, -10])(
  'paid_negative_percentage watches a share of the negative limit %d (NTF-2)',
  async (negative_limit) => {
    const emulator = emulatorWith('paid_negative_percentage', 0.2, {
      paid_credits: { allow_negative: true, negative_limit },
    });
    await send(emulator, times(8));
    expect(await fired(emulator)).toEqual([]);
    await sendOne(emulator);
    expect(await fired(emulator)).toEqual([[-9, 0]]);
  },
);

test('packaged_percentage does not fire at the share, even where floating-point numbers would miss it (NTF-3)', async () => {
  const emulator = emulatorWith('packaged_percentage', 0.55, {
    packagedCredits: 100,
    packaged_credits: { schedule_refill_amount: 100 },
  });
  await send(emulator, times(45));
  expect(await fired(emulator)).toEqual([]);
  await sendOne(emulator);
  expect(await fired(emulator)).toEqual([[0, 54]]);
});

test('paid_negative_percentage does not fire at the share either (NTF-3)', async () => {
  const emulator = emulatorWith('paid_negative_percentage', 0.07, {
    paid_credits: { allow_negative: true, negative_limit: 100 },
  });
  await send(emulator, times(93));
  expect(await fired(emulator)).toEqual([]);
  await sendOne(emulator);
  expect(await fired(emulator)).toEqual([[-94, 0]]);
});

test('a share of 1 fires as soon as anything is spent, a share of 0 never does (NTF-3)', async () => {
  const members = { packagedCredits: 3, packaged_credits: { schedule_refill_amount: 3 } };
  const [all, none] = [
    emulatorWith('packaged_percentage', 1, members),
    emulatorWith('packaged_percentage', 0, members),
  ];
  await sendOne(all);
  expect(await fired(all)).toEqual([[0, 2]]);
  await send(none, times(3));
  expect(await fired(none)).toEqual([]);
});

test.each(['paid_negative_fixed_number', 'paid_negative_percentage'] as const)(
  '%s never fires while debt is not allowed or has no limit: nothing can run out (NTF-7)',
  async (type) => {
    const unlimited = emulatorWith(type, 1, { paid_credits: { allow_negative: true, negative_limit: null } });
    await send(unlimited, times(100));
    const none = emulatorWith(type, 1, { credits: 3, paid_credits: { negative_limit: 3 } });
    await send(none, times(3));
    expect([...(await fired(unlimited)), ...(await fired(none))]).toEqual([]);
  },
);

test('it fires once for each drop: not again while the value stays below (NTF-5)', async () => {
  const emulator = emulatorWith('paid_fixed_number', 9, { credits: 10 });
  for (let count = 0; count < 6; count++) await sendOne(emulator);
  expect(await fired(emulator)).toEqual([[8, 0]]);
});

test('once the value is no longer below, it is armed again (NTF-5)', async () => {
  const emulator = emulatorWith('paid_fixed_number', 10, { credits: 10 });
  const topUp = (topup: number) =>
    call(emulator, 'PATCH /topup', { body: { accountUuid: emulator.account.identifier, topup } });
  await send(emulator, times(3));
  await topUp(2);
  await sendOne(emulator);
  expect(await fired(emulator)).toEqual([[7, 0]]);
  await topUp(2);
  await sendOne(emulator);
  expect(await fired(emulator)).toEqual([
    [7, 0],
    [9, 0],
  ]);
});

test('one request fires once, with the balances after all of it (NTF-5, NTF-1)', async () => {
  const emulator = emulatorWith('paid_fixed_number', 10, { credits: 10 });
  await send(emulator, times(5));
  expect(await fired(emulator)).toEqual([[5, 0]]);
});

test('the charge of a scheduled message fires when it becomes due; a hold changes no bucket (NTF-5)', async () => {
  const emulator = emulatorWith('paid_fixed_number', 10, { credits: 10 });
  await sendOne(emulator, { send_at: later(10 * MINUTE) });
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

test('a refill arms it again, so that each month has its own warning (NTF-5)', async () => {
  const emulator = emulatorWith('packaged_percentage', 0.5, {
    packagedCredits: 4,
    schedule: '0 0 1 * *',
    packaged_credits: { schedule_refill: true, schedule_refill_amount: 4 },
  });
  for (const month of ['04', '05', '06']) {
    await send(emulator, times(4));
    await emulator.clock.advanceTo(`2026-${month}-01T00:00Z`);
  }
  expect(await fired(emulator)).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
});

test('an edit of the limit or of the refill amount fires and arms, too (NTF-5)', async () => {
  const emulator = emulatorWith('paid_negative_fixed_number', 5, {
    paid_credits: { allow_negative: true, negative_limit: 10 },
  });
  await edit(emulator, { paid_credits: { negative_limit: 4 } });
  expect(await fired(emulator)).toHaveLength(1);
  await edit(emulator, { paid_credits: { negative_limit: 10 } });
  await edit(emulator, { paid_credits: { negative_limit: 4 } });
  expect(await fired(emulator)).toHaveLength(2);
  const share = emulatorWith('packaged_percentage', 0.5, {
    packagedCredits: 5,
    packaged_credits: { schedule_refill_amount: 10 },
  });
  await edit(share, { packaged_credits: { schedule_refill_amount: 11 } });
  expect(await fired(share)).toEqual([[0, 5]]);
});

test('one created while the value is below waits for the next drop (NTF-5, NTF-6)', async () => {
  const emulator = createEmulator({ now: START, webhooks: { fetch: () => Promise.resolve(new Response()) } });
  const notification = { url, threshold_type: 'paid_fixed_number', threshold_value: 2_000 } as const;
  emulator.createNotification(emulator.account.identifier, notification);
  await sendOne(emulator);
  expect(await fired(emulator)).toEqual([]);
});

test('several notifications of an account are watched independently (NTF-5)', async () => {
  const emulator = emulatorWith('paid_fixed_number', 10, { credits: 10 });
  const { identifier } = emulator.account;
  for (const threshold_value of [9, 3]) {
    emulator.createNotification(identifier, { url, threshold_type: 'paid_fixed_number', threshold_value });
  }
  await send(emulator, times(2));
  await send(emulator, times(7));
  expect(await fired(emulator)).toEqual([
    [8, 0],
    [8, 0],
    [1, 0],
  ]);
});

test('another account, a refused request and a dry run change nothing (NTF-5)', async () => {
  const emulator = emulatorWith('paid_fixed_number', 10, { credits: 10 });
  const body = { messages: [{ to: '447700900001', from: { type: 'custom', value: 'DEMO' }, body: 'x' }] };
  await call(emulator, 'POST /message', { body, query: { isDryrun: 'true' } });
  await call(emulator, 'POST /message', { body: { messages: [...body.messages, {}] } });
  expect(await fired(emulator)).toEqual([]);
});
