import { canonicalCron, cronDaysMustBothMatch } from '@messaging-service/contract';
import { LAST_INSTANT } from './instant.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The fields of an expression, as the values that they allow. */
interface CronTimes {
  /** In order. */
  readonly minutes: readonly number[];
  /** In order. */
  readonly hours: readonly number[];
  /** From 1. */
  readonly months: ReadonlySet<number>;
  /** Whether the day of a date is one of the days of the expression. */
  readonly isDay: (date: Date) => boolean;
}

/**
 * The next time of a cron expression, GMT: the first instant after the given one, in milliseconds since the epoch.
 *
 * @param expression - An expression that the contract has checked, because this function does not.
 * @param after - Milliseconds since the epoch.
 * @throws {RangeError} when the schedule has no time before the last possible date.
 */
export function nextRun(expression: string, after: number): number | undefined {
  const times = timesOf(expression);
  const today = Math.floor(after / DAY_MS) * DAY_MS;
  const date = new Date(today);
  // A date beyond the last possible one is not a number, which ends the loop.
  while (date.getTime() <= LAST_INSTANT) {
    if (!times.months.has(date.getUTCMonth() + 1)) {
      date.setUTCMonth(date.getUTCMonth() + 1, 1);
      continue;
    }
    const day = date.getTime();
    const minute = times.isDay(date) ? firstMinute(times, (after - day) / MINUTE_MS) : undefined;
    if (minute !== undefined) return day + minute * MINUTE_MS;
    date.setUTCDate(date.getUTCDate() + 1);
  }
  return undefined;
}

/** The first minute of a day that is later than another one, which is negative on an earlier day. */
function firstMinute({ hours, minutes }: CronTimes, after: number): number | undefined {
  for (const hour of hours) {
    const minute = minutes.find((one) => hour * 60 + one > after);
    if (minute !== undefined) return hour * 60 + minute;
  }
  return undefined;
}

/** Expressions that were read. A service has a few, and reading one costs more than computing a time. */
const read = new Map<string, CronTimes>();
const MOST_READ = 1_000;

function timesOf(expression: string): CronTimes {
  let times = read.get(expression);
  if (times === undefined) {
    times = readCron(expression);
    if (read.size >= MOST_READ) read.clear();
    read.set(expression, times);
  }
  return times;
}

function readCron(expression: string): CronTimes {
  const [minute = '*', hour = '*', day = '*', month = '*', weekday = '*'] =
    canonicalCron(expression).split(' ');
  return {
    minutes: valuesOf(minute, 0, 59),
    hours: valuesOf(hour, 0, 23),
    months: new Set(valuesOf(month, 1, 12)),
    isDay: dayTest(day, weekday, cronDaysMustBothMatch(expression)),
  };
}

/** Two restricted fields of days: one of them is enough, unless both must match. ACC-7. */
function dayTest(day: string, weekday: string, mustBothMatch: boolean): CronTimes['isDay'] {
  const [days, weekdays] = [new Set(valuesOf(day, 1, 31)), new Set(valuesOf(weekday, 0, 6))];
  if (day === '*' || weekday === '*' || mustBothMatch)
    return (date) => days.has(date.getUTCDate()) && weekdays.has(date.getUTCDay());
  return (date) => days.has(date.getUTCDate()) || weekdays.has(date.getUTCDay());
}

/** The values of a canonical field: a sorted list, or all of them. */
function valuesOf(field: string, min: number, max: number): readonly number[] {
  if (field !== '*') return field.split(',').map(Number);
  return Array.from({ length: max - min + 1 }, (_, index) => min + index);
}
