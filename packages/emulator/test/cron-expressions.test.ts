import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { api, START } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

function emulatorWithReset(): Emulator {
  return createEmulator({ now: START, accounts: [{ paid_credits: { schedule_reset_to_zero: true } }] });
}

/** The next instants at which a schedule runs, to the minute. */
async function instants(schedule: string, count: number): Promise<string[]> {
  const emulator = emulatorWithReset();
  await api.edit(emulator, { schedule });
  const found: string[] = [];
  for (let index = 0; index < count; index++) {
    found.push((await emulator.clock.next()).now.toISOString().slice(0, 16));
  }
  return found;
}

test.each([
  ['*/20 * * * *', ['2026-03-01T09:20', '2026-03-01T09:40']],
  ['0 9 * * MON-FRI', ['2026-03-02T09:00', '2026-03-03T09:00', '2026-03-04T09:00']],
  ['0 0 * * SUN,7', ['2026-03-08T00:00', '2026-03-15T00:00']],
  ['0 0 29 2 *', ['2028-02-29T00:00', '2032-02-29T00:00']],
])('the standard expression %j runs at %j (ACC-6)', async (schedule, expected) => {
  expect(await instants(schedule, expected.length)).toEqual(expected);
});

test('day of month and day of week are a union when both are restricted (ACC-7)', async () => {
  expect(await instants('0 0 13 * FRI', 5)).toEqual([
    '2026-03-06T00:00',
    '2026-03-13T00:00',
    '2026-03-20T00:00',
    '2026-03-27T00:00',
    '2026-04-03T00:00',
  ]);
  expect(await instants('0 0 30 2 SUN', 2)).toEqual(['2027-02-07T00:00', '2027-02-14T00:00']);
});

test.each([
  // March 2026 begins on a Sunday, so its Mondays are the 2nd, 9th, 16th, 23rd and 30th.
  ['0 0 */2 * 1', ['2026-03-09', '2026-03-23', '2026-04-13', '2026-04-27']],
  ['0 0 13 * */5', ['2026-03-13', '2026-09-13', '2026-11-13']],
  // A star elsewhere in the field does not count, and neither does a range of all its values.
  ['0 0 15,*/10 * 1', ['2026-03-02', '2026-03-09', '2026-03-11', '2026-03-15', '2026-03-16']],
  ['0 0 1-31 * 1', ['2026-03-02', '2026-03-03']],
])(
  'in %j both fields of days must match if one of them begins with a star (ACC-7): %j',
  async (schedule, expected) => {
    expect(await instants(schedule, expected.length)).toEqual(expected.map((day) => `${day}T00:00`));
  },
);

test('a day that matches both fields counts from the current instant on, not from the next day (ACC-7)', async () => {
  // START is Sunday, 1 March, 09:00.
  expect(await instants('30 8,9 */2 * SUN', 2)).toEqual(['2026-03-01T09:30', '2026-03-15T08:30']);
});

test('an expression is listed unchanged (ACC-6)', async () => {
  const emulator = emulatorWithReset();
  await api.edit(emulator, { schedule: '0 0 * jan SUN,7' });
  expect((await api.account(emulator)).schedule).toBe('0 0 * jan SUN,7');
});

test('29 February is found across a century without a leap year (ACC-6)', async () => {
  const emulator = createEmulator({
    now: '2096-03-01T00:00Z',
    accounts: [{ schedule: '0 0 29 2 *', paid_credits: { schedule_reset_to_zero: true } }],
  });
  expect((await emulator.clock.next()).now.toISOString()).toBe('2104-02-29T00:00:00.000Z');
});
