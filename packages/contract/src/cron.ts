/** One of the five fields of a cron expression: the values that it can have, and their names. */
interface CronField {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Names in order; the first one means `min`. */
  readonly names?: readonly string[];
}

const MINUTE: CronField = { name: 'minute', min: 0, max: 59 };
const HOUR: CronField = { name: 'hour', min: 0, max: 23 };
const DAY_OF_MONTH: CronField = { name: 'day of month', min: 1, max: 31 };
const MONTH_NAMES = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const MONTH: CronField = { name: 'month', min: 1, max: 12, names: MONTH_NAMES };
/** Sunday is 0 and, as everywhere in standard cron, also 7. */
const DAY_OF_WEEK: CronField = {
  name: 'day of week',
  min: 0,
  max: 7,
  names: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'],
};
const FIELDS = [MINUTE, HOUR, DAY_OF_MONTH, MONTH, DAY_OF_WEEK] as const;

/** The maximum number of days of each month. */
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A list of all values of all fields is shorter than this; a longer text could name millions of values. */
const MAX_LENGTH = 500;

/**
 * A problem with a field, in words that can follow the name of the expression: "day of month 32 is out of range 1-31".
 */
class CronSyntaxError extends Error {}

/**
 * Describes the problem of an invalid cron expression.
 *
 * The service accepts standard cron only: five fields (minute, hour, day of month, month, day of week) of `*`, numbers,
 * names, lists, ranges and steps. Everything extended is refused: `L`, `W`, `#`, `?`, `H`, a field of seconds,
 * predefined strings such as `@hourly`, and dates that never come, such as 30 February.
 *
 * @param expression - The text to check.
 * @returns A description of the problem, or `undefined` for a valid expression.
 * @see ACC-6.
 *
 * @example
 * ```ts
 * import { cronProblem } from '@messaging-service/contract';
 *
 * cronProblem('0 9 1 * MON-FRI'); // undefined
 * cronProblem('@hourly'); // 'must have five fields …'
 * ```
 */
export function cronProblem(expression: string): string | undefined {
  try {
    checkCron(expression);
    return undefined;
  } catch (error) {
    if (error instanceof CronSyntaxError) return error.message;
    throw error;
  }
}

/**
 * Converts a valid cron expression to numbers only: a field is `*`, or the sorted list of its distinct values, with Sunday as
 * 0. Libraries that compute times often refuse values named twice, such as `0,7` or `1-5,3`.
 *
 * @param expression - An expression that {@link cronProblem} accepts.
 *
 * @example
 * ```ts
 * import { canonicalCron } from '@messaging-service/contract';
 *
 * canonicalCron('0 9-11 * * SUN,7'); // '0 9,10,11 * * 0'
 * ```
 */
export function canonicalCron(expression: string): string {
  const fields = expression.trim().split(/[ \t]+/);
  return FIELDS.map((field, index) => {
    const text = fields[index] ?? '*';
    return text === '*' ? text : distinct(field, fieldValues(field, text)).join(',');
  }).join(' ');
}

/**
 * Returns whether a day must match both the day of month and the day of week, or only one of them.
 *
 * As in Vixie cron and its descendants, either field is enough when both are restricted: `0 0 13 * FRI` runs on every
 * 13th and on every Friday. A field that begins with `*` is not restricted in this sense, even with a step, and then
 * both must match: `0 0 *\/2 * MON` runs on Mondays with an odd date.
 *
 * @param expression - An expression that {@link cronProblem} accepts.
 * @see ACC-7.
 *
 * @example
 * ```ts
 * import { cronDaysMustBothMatch } from '@messaging-service/contract';
 *
 * cronDaysMustBothMatch('0 0 13 * FRI'); // false
 * ```
 */
export function cronDaysMustBothMatch(expression: string): boolean {
  const [, , dayOfMonth = '', , dayOfWeek = ''] = expression.trim().split(/[ \t]+/);
  return dayOfMonth.startsWith('*') || dayOfWeek.startsWith('*');
}

function distinct(field: CronField, values: readonly number[]): number[] {
  const once = new Set(field === DAY_OF_WEEK ? values.map((value) => value % 7) : values);
  return [...once].sort((a, b) => a - b);
}

function checkCron(expression: string): void {
  if (expression.length > MAX_LENGTH) {
    throw new CronSyntaxError(`must have at most ${MAX_LENGTH} characters`);
  }
  const fields = expression.trim().split(/[ \t]+/);
  if (fields.length !== FIELDS.length) {
    throw new CronSyntaxError(
      'must have five fields (minute, hour, day of month, month, day of week); predefined strings and seconds are not supported',
    );
  }
  const values = FIELDS.map((field, index) => fieldValues(field, fields[index] ?? ''));
  if (cronDaysMustBothMatch(expression)) checkDateComes(values[2] ?? [], values[3] ?? []);
}

function fieldValues(field: CronField, text: string): number[] {
  return text.split(',').flatMap((item) => itemValues(field, item));
}

/** One item of a list: `*`, `a`, `a-b`, each range with an optional step. */
function itemValues(field: CronField, item: string): number[] {
  const [range = '', stepText, ...rest] = item.split('/');
  if (rest.length > 0) throw new CronSyntaxError(`${field.name} "${item}" has more than one step`);
  const [first, last] = rangeBounds(field, range);
  if (stepText === undefined) return sequence(first, last, 1);
  if (range !== '*' && !range.includes('-')) {
    throw new CronSyntaxError(
      `${field.name} "${item}" has a step without a range: write ${range}-${field.max}/${stepText}`,
    );
  }
  const step = /^\d{1,3}$/.test(stepText) ? Number(stepText) : 0;
  const size = field === DAY_OF_WEEK ? 7 : field.max - field.min + 1;
  if (step < 1 || step > size)
    throw new CronSyntaxError(`${field.name} "${item}" has a step outside 1-${size}`);
  return sequence(first, last, step);
}

function rangeBounds(field: CronField, range: string): [number, number] {
  if (range === '*') return [field.min, field.max];
  const [from = '', to, ...rest] = range.split('-');
  if (rest.length > 0) throw new CronSyntaxError(`${field.name} "${range}" is not a range`);
  const first = fieldValue(field, from);
  const last = to === undefined ? first : fieldValue(field, to);
  if (first > last) throw new CronSyntaxError(`${field.name} range "${range}" runs backwards`);
  return [first, last];
}

function fieldValue(field: CronField, text: string): number {
  const named = field.names?.indexOf(text.toUpperCase()) ?? -1;
  if (named >= 0) return field.min + named;
  if (!/^\d{1,2}$/.test(text)) {
    throw new CronSyntaxError(
      `${field.name} "${text}" is not standard cron: use *, numbers, names, lists, ranges and steps`,
    );
  }
  const value = Number(text);
  if (value < field.min || value > field.max) {
    throw new CronSyntaxError(`${field.name} ${value} is out of range ${field.min}-${field.max}`);
  }
  return value;
}

/** Checks the dates only, because each date, including 29 February, falls on every weekday within 40 years. */
function checkDateComes(days: readonly number[], months: readonly number[]): void {
  const comes = months.some((month) => days.some((day) => day <= (DAYS_IN_MONTH[month - 1] ?? 0)));
  if (!comes)
    throw new CronSyntaxError(`never runs: no month of the expression has a day ${days.join(' or ')}`);
}

function sequence(first: number, last: number, step: number): number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);
}
