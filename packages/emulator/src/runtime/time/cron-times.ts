import { canonicalCron, cronDaysMustBothMatch } from '@messaging-service/contract';
import { CronExpressionParser } from 'cron-parser';
import { LAST_INSTANT } from './instant.ts';

const DAY_MS = 86_400_000;

/**
 * The next time of a cron expression, GMT: the first instant after the given one, in milliseconds since the epoch.
 *
 * The contract has checked the syntax, because cron-parser would accept expressions that are not standard cron. It would
 * also refuse some that are, such as a value named twice, so it gets the canonical form. It uses the union of two
 * restricted fields of days, which is right unless one of them begins with `*`.
 */
export function nextRun(expression: string, after: number): number {
  const canonical = canonicalCron(expression);
  const [minute, hour, dayOfMonth, month, dayOfWeek] = canonical.split(' ');
  const restrictsBoth = dayOfMonth !== '*' && dayOfWeek !== '*';
  if (!restrictsBoth || !cronDaysMustBothMatch(expression)) return step(canonical, after);
  const isRunDay = dayMatcher(dayOfMonth, month, dayOfWeek);
  const today = Math.floor(after / DAY_MS) * DAY_MS;
  for (let day = today; day <= LAST_INSTANT; day += DAY_MS) {
    if (!isRunDay(new Date(day))) continue;
    const at = step(`${minute} ${hour} * * *`, Math.max(after, day - 1));
    if (at < day + DAY_MS) return at;
  }
  throw new RangeError(`The schedule ${expression} has no time before the last possible date, in 275760.`);
}

function dayMatcher(...fields: (string | undefined)[]): (day: Date) => boolean {
  const [days, months, weekdays] = fields.map((field = '*') => (field === '*' ? undefined : valuesOf(field)));
  const matches = (values: ReadonlySet<number> | undefined, value: number) => values?.has(value) ?? true;
  return (day) =>
    matches(months, day.getUTCMonth() + 1) &&
    matches(days, day.getUTCDate()) &&
    matches(weekdays, day.getUTCDay());
}

function valuesOf(list: string): ReadonlySet<number> {
  return new Set(list.split(',').map(Number));
}

function step(expression: string, after: number): number {
  return CronExpressionParser.parse(expression, { currentDate: after, tz: 'UTC' }).next().getTime();
}
