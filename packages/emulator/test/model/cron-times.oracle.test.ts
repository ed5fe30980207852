import { cronProblem } from '@messaging-service/contract';
import { nextRun } from '@messaging-service/emulator/core';
import { Cron } from 'croner';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/** The bounds of the five fields, the day of the week with Sunday as 0 and as 7. */
const BOUNDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;
const NAMES: readonly (readonly string[])[] = [
  [],
  [],
  [],
  ['JAN', 'feb', 'DEC', 'JUN-AUG'],
  ['SUN', 'mon', 'SAT', 'MON-FRI'],
];

function itemOf([min, max]: readonly [number, number]): fc.Arbitrary<string> {
  const number = fc.integer({ min, max });
  const range = fc.tuple(number, number).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const step = fc
    .tuple(fc.oneof(fc.constant('*'), range), fc.integer({ min: 1, max: max === 7 ? 7 : max - min + 1 }))
    .map(([items, by]) => `${items}/${by}`);
  return fc.oneof(number.map(String), range, step);
}

function fieldOf(bounds: readonly [number, number], index: number): fc.Arbitrary<string> {
  const names = NAMES[index] ?? [];
  const item = names.length > 0 ? fc.oneof(itemOf(bounds), fc.constantFrom(...names)) : itemOf(bounds);
  const list = fc.array(item, { minLength: 2, maxLength: 3 }).map((items) => items.join(','));
  return fc.oneof({ weight: 4, arbitrary: fc.constant('*') }, { weight: 3, arbitrary: item }, list);
}

const expressions = fc
  .tuple(...BOUNDS.map((bounds, index) => fieldOf(bounds, index)))
  .map((fields) => fields.join(' '))
  .filter((expression) => cronProblem(expression) === undefined);
/** Days and months that only some years have, and both fields of days together. */
const dates = fc
  .tuple(
    fc.integer({ min: 27, max: 31 }),
    fc.constantFrom('*', '2', '2,4', '*/2'),
    fc.constantFrom('*', '1', 'FRI', '0,7', '*/2', '*/7', '*/6,3', '3,*/6'),
  )
  .map(([day, month, weekday]) => `15 6 ${day} ${month} ${weekday}`)
  .filter((expression) => cronProblem(expression) === undefined);
/** Days of the month with a star at the start, and elsewhere, beside days of the week. */
const stars = fc
  .tuple(
    fc.constantFrom('0 0', '*/7 */5', '30 23', '* *'),
    fc.constantFrom('*/2', '*/31', '*/10,15', '15,*/10', '*', '*,5', '5,*', '1-31', '13'),
    fc.constantFrom('*', '2', '1-12/5'),
    fc.constantFrom('*', '1', 'FRI', '*/2', '*/7', '*,1', '1,*', '0-7', '6,*/3'),
  )
  .map((fields) => fields.join(' '))
  .filter((expression) => cronProblem(expression) === undefined);
const starts = fc.oneof(
  fc.date({ min: new Date('1999-01-01Z'), max: new Date('2110-01-01Z'), noInvalidDate: true }),
  // Exactly at a full hour, where "after" matters, and around the ends of February.
  fc
    .integer({ min: 0, max: 24 * 366 * 8 })
    .map((hours) => new Date(Date.UTC(2023, 0, 1) + hours * 3_600_000)),
  fc
    .constantFrom('2096-02-29T06:15Z', '2000-02-28T23:59:59.999Z', '2026-12-31T23:59Z')
    .map((text) => new Date(text)),
);

/** The oracle is Vixie cron: five fields, UTC, both fields of days when one of them begins with a star, else either. */
function croner(expression: string, after: Date): Date | null {
  const [, , dayOfMonth = '', , dayOfWeek = ''] = expression.split(' ');
  const domAndDow = dayOfMonth.startsWith('*') || dayOfWeek.startsWith('*');
  const cron = new Cron(expression, { mode: '5-part', domAndDow, timezone: 'UTC', paused: true });
  return cron.nextRun(after);
}

test('the next time of a schedule is the same as that of croner, and strictly later', () => {
  fc.assert(
    fc.property(fc.oneof(expressions, dates, stars), starts, (expression, start) => {
      const next = nextRun(expression, start.getTime()) ?? Number.NaN;
      expect(next).toBeGreaterThan(start.getTime());
      expect(new Date(next).toISOString()).toBe(croner(expression, start)?.toISOString());
    }),
    { numRuns: 600 },
  );
});
