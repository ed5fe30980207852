import { canonicalCron, cronDaysMustBothMatch } from '@messaging-service/contract';
import { type CronExpression, CronExpressionParser } from 'cron-parser';
import { LAST_INSTANT } from './instant.ts';

const DAY_MS = 86_400_000;

/** An expression that was read. */
interface CronTimes {
  readonly cron: CronExpression;
  /** Days of the week that a time must also be on. */
  readonly weekdays: ReadonlySet<number> | undefined;
}

/**
 * The next time of a cron expression, GMT: the first instant after the given one, in milliseconds since the epoch.
 *
 * @param expression - An expression that the contract has checked, because cron-parser accepts more than standard cron.
 * @param after - Milliseconds since the epoch.
 * @returns `undefined` when the schedule has no time before the last possible date.
 */
export function nextRun(expression: string, after: number): number | undefined {
  const { cron, weekdays } = timesOf(expression);
  let at = next(cron, after);
  while (at !== undefined && weekdays?.has(new Date(at).getUTCDay()) === false) at = next(cron, endOfDay(at));
  return at;
}

function next(cron: CronExpression, after: number): number | undefined {
  cron.reset(new Date(after));
  try {
    const at = cron.next().getTime();
    return at <= LAST_INSTANT ? at : undefined;
  } catch {
    // The expression is valid, so cron-parser only fails beyond the last possible date.
    return undefined;
  }
}

/** The last millisecond of the day of an instant. */
function endOfDay(at: number): number {
  return (Math.floor(at / DAY_MS) + 1) * DAY_MS - 1;
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

/**
 * Reads the canonical form, because cron-parser refuses values that are named twice. If both fields of days are restricted,
 * cron-parser needs one of them to match. Where both must match (ACC-7), it gets the day of the month only.
 */
function readCron(expression: string): CronTimes {
  const fields = canonicalCron(expression).split(' ');
  const [minute, hour, day, month, weekday = '*'] = fields;
  const mustBothMatch = day !== '*' && weekday !== '*' && cronDaysMustBothMatch(expression);
  const text = mustBothMatch ? [minute, hour, day, month, '*'].join(' ') : fields.join(' ');
  return {
    cron: CronExpressionParser.parse(text, { tz: 'UTC' }),
    weekdays: mustBothMatch ? new Set(weekday.split(',').map(Number)) : undefined,
  };
}
