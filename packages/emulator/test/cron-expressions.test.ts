import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { account, edit, refuse, START } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

function emulatorWithReset(): Emulator {
  return createEmulator({ now: START, accounts: [{ paid_credits: { schedule_reset_to_zero: true } }] });
}

/** The next instants at which a schedule runs, to the minute. */
async function instants(schedule: string, count: number): Promise<string[]> {
  const emulator = emulatorWithReset();
  await edit(emulator, { schedule });
  const found: string[] = [];
  for (let index = 0; index < count; index++) {
    found.push((await emulator.clock.next()).now.toISOString().slice(0, 16));
  }
  return found;
}

test.each([
  ['0 * * * *', ['2026-03-01T10:00', '2026-03-01T11:00']],
  ['*/20 * * * *', ['2026-03-01T09:20', '2026-03-01T09:40']],
  ['5-15/5 10 * * *', ['2026-03-01T10:05', '2026-03-01T10:10', '2026-03-01T10:15', '2026-03-02T10:05']],
  ['0 0,12 * * *', ['2026-03-01T12:00', '2026-03-02T00:00']],
  ['0 0 1 JAN,jul *', ['2026-07-01T00:00', '2027-01-01T00:00']],
  ['0 9 * * MON-FRI', ['2026-03-02T09:00', '2026-03-03T09:00', '2026-03-04T09:00']],
  ['0 0 * * 0', ['2026-03-08T00:00', '2026-03-15T00:00']],
  ['0 0 * * 7', ['2026-03-08T00:00', '2026-03-15T00:00']],
  ['0 0 31 * *', ['2026-03-31T00:00', '2026-05-31T00:00']],
  ['0 0 29 2 *', ['2028-02-29T00:00', '2032-02-29T00:00']],
  ['0 0 30 2,4 *', ['2026-04-30T00:00', '2027-04-30T00:00']],
  ['  0\t0  1 *   * ', ['2026-04-01T00:00']],
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
  ['0 0 */1 * 1', ['2026-03-02', '2026-03-09']],
  ['0 0 */10,15 * 1-5', ['2026-03-11', '2026-03-31', '2026-04-01', '2026-04-15', '2026-04-21']],
  ['0 0 *,15 * 1', ['2026-03-02', '2026-03-09']],
  ['0 0 13 * */5', ['2026-03-13', '2026-09-13', '2026-11-13']],
  ['0 0 13 * *,1', ['2026-03-13', '2026-04-13']],
  ['0 0 29 2 */7', ['2032-02-29', '2060-02-29', '2088-02-29', '2128-02-29']],
  // A star elsewhere in the field does not count, and neither does a range of all its values.
  ['0 0 15,*/10 * 1', ['2026-03-02', '2026-03-09', '2026-03-11', '2026-03-15', '2026-03-16']],
  ['0 0 15,* * 1', ['2026-03-02', '2026-03-03']],
  ['0 0 1-31 * 1', ['2026-03-02', '2026-03-03']],
  ['0 0 13 * 0-6', ['2026-03-02', '2026-03-03']],
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

test('a date that does not exist is refused also with a weekday that begins with a star (ACC-7)', async () => {
  const emulator = emulatorWithReset();
  const refusal = await refuse(emulator, `PATCH /account/${emulator.account.identifier}`, {
    body: { schedule: '0 0 30 2 */2' },
  });
  expect(refusal).toMatchObject({ status: 400, issues: [{ path: 'schedule' }] });
});

test.each([
  ['0 0 * * 1,1', '2026-03-02T00:00'],
  ['0 0 * * 0,7', '2026-03-08T00:00'],
  ['0 0 * * SUN,7', '2026-03-08T00:00'],
  ['0 0 * * 1-5,3', '2026-03-02T00:00'],
  ['*/30,30 * * * *', '2026-03-01T09:30'],
  ['0,00 10 * * *', '2026-03-01T10:00'],
  ['0 0 1 APR,4 *', '2026-04-01T00:00'],
  ['0 0 *,15 * *', '2026-03-02T00:00'],
  ['0 0 * * *,1', '2026-03-02T00:00'],
])('%j names a value twice, and runs at %s as if it named it once (ACC-6)', async (schedule, first) => {
  expect(await instants(schedule, 1)).toEqual([first]);
});

test('an expression is listed unchanged (ACC-6)', async () => {
  const emulator = emulatorWithReset();
  await edit(emulator, { schedule: '0 0 * jan SUN,7' });
  expect((await account(emulator)).schedule).toBe('0 0 * jan SUN,7');
});

const REFUSED: readonly [form: string, expression: string, sentence: RegExp][] = [
  ['a predefined string', '@hourly', /must have five fields/],
  ['a predefined string', '@reboot', /must have five fields/],
  ['four fields', '0 0 * *', /must have five fields/],
  ['a field of seconds', '0 0 0 * * *', /must have five fields/],
  ['a year', '0 0 1 1 * 2027', /must have five fields/],
  ['white space only', '   ', /must have five fields/],
  ['L', '0 0 L * *', /day of month "L" is not standard cron/],
  ['L with a day', '0 0 * * 5L', /day of week "5L" is not standard cron/],
  ['W', '0 0 15W * *', /day of month "15W" is not standard cron/],
  ['#', '0 0 * * 5#2', /day of week "5#2" is not standard cron/],
  ['?', '0 0 ? * *', /day of month "\?" is not standard cron/],
  ['H', 'H 0 * * *', /minute "H" is not standard cron/],
  ['a name of another field', '0 0 MON * *', /day of month "MON" is not standard cron/],
  ['a full name', '0 0 * JANUARY *', /month "JANUARY" is not standard cron/],
  ['a minute out of range', '60 * * * *', /minute 60 is out of range 0-59/],
  ['an hour out of range', '0 24 * * *', /hour 24 is out of range 0-23/],
  ['a day out of range', '0 0 32 * *', /day of month 32 is out of range 1-31/],
  ['day zero', '0 0 0 * *', /day of month 0 is out of range 1-31/],
  ['a month out of range', '0 0 1 13 *', /month 13 is out of range 1-12/],
  ['a weekday out of range', '0 0 * * 8', /day of week 8 is out of range 0-7/],
  ['a negative number', '-1 * * * *', /minute/],
  ['a step of zero', '*/0 * * * *', /minute "\*\/0" has a step outside 1-60/],
  ['an oversized step', '*/61 * * * *', /minute "\*\/61" has a step outside 1-60/],
  ['a step without a range', '5/15 * * * *', /has a step without a range/],
  ['two steps', '*/2/3 * * * *', /has more than one step/],
  ['a range that runs backwards', '30-10 * * * *', /runs backwards/],
  ['an open range', '5- * * * *', /minute/],
  ['an empty item of a list', '1,,2 * * * *', /minute/],
  ['30 February', '0 0 30 2 *', /never runs/],
  ['31 April or June', '0 0 31 4,6 *', /never runs/],
  ['words', 'every day at nine', /must have five fields|not standard cron/],
];

test.each(REFUSED)('%s is refused: %j (ACC-6)', async (_form, schedule, sentence) => {
  const emulator = emulatorWithReset();
  await edit(emulator, { schedule: '0 0 * * *' });
  const before = emulator.snapshot();
  const body = { schedule, paid_credits: { allow_negative: true } };
  expect(await refuse(emulator, `PATCH /account/${emulator.account.identifier}`, { body })).toEqual({
    status: 400,
    code: 'invalid_request',
    issues: [{ path: 'schedule', message: expect.stringMatching(sentence) as string }],
  });
  expect(emulator.snapshot()).toEqual(before);
});

test.each([5, true, {}, ['0 0 * * *']])('%j is not an expression (ACC-6)', async (schedule) => {
  const emulator = emulatorWithReset();
  const operation = `PATCH /account/${emulator.account.identifier}`;
  expect(await refuse(emulator, operation, { body: { schedule } })).toMatchObject({
    status: 400,
    issues: [{ path: 'schedule' }],
  });
});

test('29 February is found across a century without a leap year (ACC-6)', async () => {
  const emulator = createEmulator({
    now: '2096-03-01T00:00Z',
    accounts: [{ schedule: '0 0 29 2 *', paid_credits: { schedule_reset_to_zero: true } }],
  });
  expect((await emulator.clock.next()).now.toISOString()).toBe('2104-02-29T00:00:00.000Z');
});
