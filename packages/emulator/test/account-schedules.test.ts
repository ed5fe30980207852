import { type AccountOptions, createEmulator, type Emulator } from '@messaging-service/emulator';
import { api, START } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

function emulatorWith(members: AccountOptions): Emulator {
  return createEmulator({ now: START, accounts: [{ senders: ['DEMO'], ...members }] });
}

/** When credits were reset or refilled, as `reset 2026-03-02T00:00`. */
function runs(emulator: Emulator): string[] {
  return emulator.journal().flatMap(({ at, fact }) => {
    const time = new Date(at).toISOString().slice(0, 16);
    if (fact.type === 'paid-credits-reset') return `reset ${time}`;
    return fact.type === 'packaged-credits-refilled' ? `refill ${time}` : [];
  });
}

test('paid credits are reset to zero at the times of the schedule (CRD-10)', async () => {
  const emulator = emulatorWith({
    credits: 50,
    schedule: '0 0 * * *',
    paid_credits: { schedule_reset_to_zero: true },
  });
  await emulator.clock.advanceTo('2026-03-01T23:59:59.999Z');
  expect((await api.account(emulator)).paid_credits.remaining).toBe(50);
  await emulator.clock.advance(1);
  expect(await api.account(emulator)).toMatchObject({ credits: 0, paid_credits: { remaining: 0 } });
});

test('packaged credits are set to the refill amount, whether less or more is left (CRD-11)', async () => {
  const emulator = emulatorWith({
    packagedCredits: 500,
    schedule: '0 0 1 * *',
    packaged_credits: { schedule_refill: true, schedule_refill_amount: 100 },
  });
  await emulator.clock.advanceTo('2026-04-01T00:00Z');
  expect((await api.account(emulator)).packaged_credits.remaining).toBe(100);
  await api.sendOne(emulator);
  await emulator.clock.advanceTo('2026-05-01T00:00Z');
  expect((await api.account(emulator)).packaged_credits.remaining).toBe(100);
});

test('the refill flag is read under both its names and listed under both (CRD-11, API-7)', async () => {
  for (const flag of ['schedule_refill', 'schedule_reset_to_zero']) {
    const emulator = emulatorWith({ schedule: '0 0 * * *' });
    const { identifier } = emulator.account;
    const body = { packaged_credits: { [flag]: true, schedule_refill_amount: 4 } };
    expect(await api.call(emulator, `PATCH /account/${identifier}`, { body })).toMatchObject({ status: 200 });
    expect((await api.account(emulator)).packaged_credits).toEqual({
      remaining: 0,
      schedule_refill_amount: 4,
      schedule_refill: true,
      schedule_reset_to_zero: true,
    });
    await emulator.clock.advance('1d');
    expect((await api.account(emulator)).packaged_credits.remaining).toBe(4);
  }
});

test('times are GMT, in summer too, on the days that cron names (ACC-6)', async () => {
  const emulator = emulatorWith({
    schedule: '30 1 * * SUN',
    paid_credits: { schedule_reset_to_zero: true },
  });
  await emulator.clock.advanceTo('2026-04-06T00:00Z');
  expect(runs(emulator)).toEqual([
    'reset 2026-03-08T01:30',
    'reset 2026-03-15T01:30',
    'reset 2026-03-22T01:30',
    'reset 2026-03-29T01:30',
    'reset 2026-04-05T01:30',
  ]);
});

test.each([null, ''])(
  'a schedule removed by %j takes effect immediately (ACC-6, ACC-4)',
  async (schedule) => {
    const emulator = emulatorWith({
      schedule: '0 0 * * *',
      paid_credits: { schedule_reset_to_zero: true },
    });
    await emulator.clock.advance('1d');
    await api.edit(emulator, { schedule });
    expect((await api.account(emulator)).schedule).toBe(null);
    await emulator.clock.advance('30d');
    expect(runs(emulator)).toEqual(['reset 2026-03-02T00:00']);
  },
);

test('a schedule that is set exactly at one of its times runs at the next time (ACC-6)', async () => {
  const emulator = emulatorWith({ paid_credits: { schedule_reset_to_zero: true } });
  await api.edit(emulator, { schedule: '0 9 * * *' });
  await emulator.clock.settle();
  expect(runs(emulator)).toEqual([]);
  await emulator.clock.advance('1d');
  expect(runs(emulator)).toEqual(['reset 2026-03-02T09:00']);
});

test('the schedule of a deactivated account stops (ACC-11)', async () => {
  const emulator = emulatorWith({
    schedule: '0 0 * * *',
    paid_credits: { schedule_reset_to_zero: true },
  });
  await api.call(emulator, `DELETE /account/${emulator.account.identifier}`);
  await emulator.clock.advance('5d');
  expect(runs(emulator)).toEqual([]);
});
