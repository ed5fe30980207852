import { canonicalCron, cronDaysMustBothMatch, cronProblem } from '@messaging-service/contract';
import { describe, expect, test } from 'vitest';

test.each([
  ['* * * * *', 'every minute'],
  ['0 9 1 * *', 'numbers'],
  ['00 09 01 01 00', 'leading zeros'],
  ['59 23 31 12 7', 'the highest value of each field, 7 being Sunday'],
  ['0 0 1 1 0', 'the lowest value of each field'],
  ['0,15,30,45 * * * *', 'lists'],
  ['0-29 9-17 * * 1-5', 'ranges'],
  ['5-5 * * * *', 'a range of one'],
  ['*/15 * * * *', 'a step over all'],
  ['10-50/20 * * * *', 'a step over a range'],
  ['*/60 */24 */31 */12 */7', 'the longest step of each field'],
  ['0 0 1-15,20-25/5 * *', 'a list of ranges and steps'],
  ['0 9 * JAN-MAR,dec Mon-FRI', 'names in any case'],
  ['*/1 * * * *', 'a step of one'],
  ['0 0 * * SUN', 'Sunday by name'],
  ['0 0 * * 5-7', 'a range up to Sunday as 7'],
  ['0 0 29 2 *', '29 February, which comes every few years'],
  ['0 0 31 1,2 *', 'a day that one of the months has'],
  ['0 0 30,1 2 *', 'several days, of which the month has one'],
  ['0 0 30 2 MON', 'a day that never comes, joined in a union by a weekday that does'],
  ['  0 0 * * *\t', 'outer white space'],
  ['0  0\t*   *  *', 'wide gaps'],
])('standard cron is accepted, such as %j: %s (ACC-6)', (expression) => {
  expect(cronProblem(expression)).toBeUndefined();
});

const NOT_FIVE =
  'must have five fields (minute, hour, day of month, month, day of week); predefined strings and seconds are not supported';
const notStandard = (field: string, text: string) =>
  `${field} "${text}" is not standard cron: use *, numbers, names, lists, ranges and steps`;

test.each([
  ['', NOT_FIVE],
  [' ', NOT_FIVE],
  ['@hourly', NOT_FIVE],
  ['@reboot', NOT_FIVE],
  ['* * * *', NOT_FIVE],
  ['0 * * * * *', NOT_FIVE],
  ['0 0 0 1 1 * 2027', NOT_FIVE],
  ['0 0 L * *', notStandard('day of month', 'L')],
  ['0 0 L-3 * *', notStandard('day of month', 'L')],
  ['0 0 15W * *', notStandard('day of month', '15W')],
  ['0 0 ? * *', notStandard('day of month', '?')],
  ['0 0 * * 5#2', notStandard('day of week', '5#2')],
  ['0 0 * * 5L', notStandard('day of week', '5L')],
  ['0 0 * * ?', notStandard('day of week', '?')],
  ['H * * * *', notStandard('minute', 'H')],
  ['H/15 * * * *', notStandard('minute', 'H')],
  ['0 0 * * +1', notStandard('day of week', '+1')],
  ['0 0 * MON *', notStandard('month', 'MON')],
  ['0 0 * * JAN', notStandard('day of week', 'JAN')],
  ['0 0 * JANUARY *', notStandard('month', 'JANUARY')],
  ['JAN * * * *', notStandard('minute', 'JAN')],
  ['0 0 * * MON*', notStandard('day of week', 'MON*')],
])('extended syntax is refused with the reason: %j (ACC-6)', (expression, problem) => {
  expect(cronProblem(expression)).toBe(problem);
});

test.each([
  ['60 * * * *', 'minute 60 is out of range 0-59'],
  ['* 24 * * *', 'hour 24 is out of range 0-23'],
  ['* * 0 * *', 'day of month 0 is out of range 1-31'],
  ['* * 32 * *', 'day of month 32 is out of range 1-31'],
  ['* * * 0 *', 'month 0 is out of range 1-12'],
  ['* * * 13 *', 'month 13 is out of range 1-12'],
  ['* * * * 8', 'day of week 8 is out of range 0-7'],
  ['0-60 * * * *', 'minute 60 is out of range 0-59'],
  ['30-10 * * * *', 'minute range "30-10" runs backwards'],
  ['0 0 * * FRI-SUN', 'day of week range "FRI-SUN" runs backwards'],
  ['0 0 30 2 *', 'never runs: no month of the expression has a day 30'],
  ['0 0 30,31 2 *', 'never runs: no month of the expression has a day 30 or 31'],
  ['0 0 31 2,4,6,9,11 *', 'never runs: no month of the expression has a day 31'],
  ['0 0 30 2 */2', 'never runs: no month of the expression has a day 30'],
])('values that do not exist are refused with the reason: %j (ACC-6)', (expression, problem) => {
  expect(cronProblem(expression)).toBe(problem);
});

describe('malformed fields are refused with the reason (ACC-6)', () => {
  test.each([
    ['*/0 * * * *', 'minute "*/0" has a step outside 1-60'],
    ['*/61 * * * *', 'minute "*/61" has a step outside 1-60'],
    ['* */25 * * *', 'hour "*/25" has a step outside 1-24'],
    ['* * */32 * *', 'day of month "*/32" has a step outside 1-31'],
    ['* * * */13 *', 'month "*/13" has a step outside 1-12'],
    ['* * * * */8', 'day of week "*/8" has a step outside 1-7'],
    ['*/ * * * *', 'minute "*/" has a step outside 1-60'],
    ['*/-1 * * * *', 'minute "*/-1" has a step outside 1-60'],
    ['*/1.5 * * * *', 'minute "*/1.5" has a step outside 1-60'],
    ['*/2/3 * * * *', 'minute "*/2/3" has more than one step'],
    ['5/15 * * * *', 'minute "5/15" has a step without a range: write 5-59/15'],
    ['* * * FEB/2 *', 'month "FEB/2" has a step without a range: write FEB-12/2'],
    ['1-2-3 * * * *', 'minute "1-2-3" is not a range'],
    ['1- * * * *', notStandard('minute', '')],
    ['-1 * * * *', notStandard('minute', '')],
    [', * * * *', notStandard('minute', '')],
    ['1, * * * *', notStandard('minute', '')],
    ['1,,2 * * * *', notStandard('minute', '')],
    ['*-5 * * * *', notStandard('minute', '*')],
    ['1.5 * * * *', notStandard('minute', '1.5')],
    ['0x1 * * * *', notStandard('minute', '0x1')],
    ['007 * * * *', notStandard('minute', '007')],
    ['١ * * * *', notStandard('minute', '١')],
    ['0\n0 * * * *', notStandard('minute', '0\n0')],
    ['0 0\u00a0* * *', NOT_FIVE],
  ])('%j', (expression, problem) => {
    expect(cronProblem(expression)).toBe(problem);
  });

  test('an expression that names millions of values is refused for its length before they are listed', () => {
    expect(cronProblem(`${'*,'.repeat(5_000_000)}* * * * *`)).toBe('must have at most 500 characters');
  });

  test('the longest expression has 500 characters', () => {
    const fields = ' * * * *';
    const minutes = '0'.padEnd(500 - fields.length, ',0').replace(/,$/, '0');
    expect(`${minutes}${fields}`).toHaveLength(500);
    expect(cronProblem(`${minutes}${fields}`)).toBeUndefined();
    expect(cronProblem(`${minutes}${fields} `)).toBe('must have at most 500 characters');
  });

  test('every value of every field written out is short enough', () => {
    const list = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index).join(',');
    const weekdays = 'SUN,MON,TUE,WED,THU,FRI,SAT';
    const expression = [list(0, 59), list(0, 23), list(1, 31), list(1, 12), weekdays].join(' ');
    expect(cronProblem(expression)).toBeUndefined();
  });
});

test.each([
  ['* * * * *', '* * * * *'],
  ['  0 \t9-11  * * SUN,7 ', '0 9,10,11 * * 0'],
  ['*/20 0 10,2,10 JAN-MAR *', '0,20,40 0 2,10 1,2,3 *'],
  ['0 0 1 DEC,NOV,OCT,SEP,AUG,JUL,JUN,MAY,APR *', '0 0 1 4,5,6,7,8,9,10,11,12 *'],
  ['0 0 * * FRI,THU,WED,TUE,MON', '0 0 * * 1,2,3,4,5'],
  ['0 0 * * 5-7', '0 0 * * 0,5,6'],
  ['0 0 7,14 * *', '0 0 7,14 * *'],
])('the canonical form of %j is %j (ACC-6)', (expression, canonical) => {
  expect(canonicalCron(expression)).toBe(canonical);
});

test.each([
  ['0 0 13 * FRI', false],
  ['0 0 * * FRI', true],
  ['0 0 13 * *', true],
  ['0 0 */2 * MON', true],
  ['0 0 2 * */2', true],
  [' 0  0\t13 * FRI', false],
])('%j requires both days to match: %j (ACC-6)', (expression, both) => {
  expect(cronDaysMustBothMatch(expression)).toBe(both);
});
