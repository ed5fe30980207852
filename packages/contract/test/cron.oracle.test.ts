import { cronProblem } from '@messaging-service/contract';
import { Cron } from 'croner';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** An oracle is slow: a busy machine makes fewer runs, and a failure shows the smallest example that was found until then. */
const upTo = (numRuns: number) => ({ numRuns, plugins: [fc.interruptAfterTimeLimit(3000)] });

const DAY_MS = 86_400_000;
/** 1900, 2100 and 2200 are not leap years, so 29 February on a given weekday can be 40 years away. */
const LONGEST_GAP_MS = (40 * 365 + 10) * DAY_MS;

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const NOISE = '*/-,0123456789LW#?H'.split('');

interface Field {
  readonly min: number;
  readonly max: number;
  readonly longestStep: number;
  readonly names: readonly string[];
}

const FIELDS: readonly Field[] = [
  { min: 0, max: 59, longestStep: 60, names: [] },
  { min: 0, max: 23, longestStep: 24, names: [] },
  { min: 1, max: 31, longestStep: 31, names: [] },
  { min: 1, max: 12, longestStep: 12, names: MONTHS },
  { min: 0, max: 7, longestStep: 7, names: DAYS },
];

const numberOf = ({ min, max }: Field) => fc.integer({ min, max }).map(String);
const rangeOf = ({ min, max }: Field) =>
  fc
    .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
    .map(([one, other]) => `${Math.min(one, other)}-${Math.max(one, other)}`);
const steppedOf = (field: Field) =>
  fc
    .tuple(fc.oneof(fc.constant('*'), rangeOf(field)), fc.integer({ min: 1, max: field.longestStep }))
    .map(([range, step]) => `${range}/${step}`);
const namesOf = ({ names, min, max }: Field) => [
  ...(names.length > 0 ? [fc.constantFrom(...names, ...names.map((name) => name.toLowerCase()))] : []),
  ...(names.length > 0 ? [fc.constant(`${names[0]}-${names.at(-1)}`)] : [fc.constant(`${min}-${max}`)]),
];

function fieldOf(field: Field): fc.Arbitrary<string> {
  const item = fc.oneof(numberOf(field), rangeOf(field), steppedOf(field), ...namesOf(field));
  const list = fc.array(item, { minLength: 2, maxLength: 4 }).map((items) => items.join(','));
  return fc.oneof({ weight: 3, arbitrary: fc.constant('*') }, { weight: 3, arbitrary: item }, list);
}

const expressions = fc.tuple(...FIELDS.map(fieldOf)).map((fields) => fields.join(' '));
/** Days and months alone, so that 30 February and its like come up often. */
const dates = fc
  .tuple(
    fc.integer({ min: 28, max: 31 }),
    fc.integer({ min: 1, max: 12 }),
    fc.constantFrom('*', '1', '*/7', '*/2,1'),
  )
  .map(([day, month, weekday]) => `0 0 ${day} ${month} ${weekday}`);
const starts = fc.date({ min: new Date('1995-01-01Z'), max: new Date('2205-01-01Z'), noInvalidDate: true });

/** Vixie cron: five fields, UTC, both fields of days when one of them begins with a star, else either of them. */
const croner = (expression: string) => {
  const [, , dayOfMonth = '', , dayOfWeek = ''] = expression.split(' ');
  const domAndDow = dayOfMonth.startsWith('*') || dayOfWeek.startsWith('*');
  return new Cron(expression, { mode: '5-part', domAndDow, timezone: 'UTC', paused: true });
};

function cronerTakes(expression: string): boolean {
  try {
    croner(expression);
    return true;
  } catch {
    return false;
  }
}

describe('cronProblem and croner agree (ACC-6)', () => {
  test('croner accepts every accepted expression, and it runs within the longest gap of a calendar', () => {
    fc.assert(
      fc.property(fc.oneof(expressions, dates), starts, (expression, start) => {
        fc.pre(cronProblem(expression) === undefined);
        const next = croner(expression).nextRun(start);
        expect(next).toBeInstanceOf(Date);
        expect(Number(next) - start.getTime()).toBeLessThanOrEqual(LONGEST_GAP_MS);
      }),
      upTo(1000),
    );
  });

  test('a well-formed expression is refused only when croner never finds a time for it', () => {
    fc.assert(
      fc.property(fc.oneof(expressions, dates), (expression) => {
        const problem = cronProblem(expression);
        fc.pre(problem !== undefined);
        expect(problem).toMatch(/^never runs/);
        expect(croner(expression).nextRun(new Date('2026-01-01Z'))).toBeNull();
      }),
      { ...upTo(200), maxSkipsPerRun: 10_000 },
    );
  });

  test('strings of cron characters that croner refuses are refused', () => {
    const noise = fc.string({ unit: fc.constantFrom(...NOISE), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4 }), noise, (position, text) => {
        const expression = FIELDS.map((_, index) => (index === position ? text : '*')).join(' ');
        expect(cronProblem(expression) !== undefined || cronerTakes(expression)).toBe(true);
      }),
      upTo(3000),
    );
  });
});

test('no string makes cronProblem throw, and every refusal has a description (ACC-6)', () => {
  const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  const anything = fc.oneof(
    fc.string({ unit: anyUnit, maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...NOISE, ...' @MONJA\t\n'.split('')), maxLength: 40 }),
    fc.array(fc.string({ maxLength: 4 }), { maxLength: 8 }).map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(anything, (expression) => {
      const problem = cronProblem(expression);
      expect(problem ?? 'none, it is valid').toMatch(/\w+ \w+/);
    }),
    upTo(1000),
  );
});
