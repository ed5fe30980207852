import type { Period } from './period.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: MINUTE, h: 60 * MINUTE, d: DAY };

const CLOCK = String.raw`(\d{1,2}):(\d{2})(?::(\d{2}))?`;
const DURATION = /^(?:\+|in\s+)\s*(\d+)\s*(s|m|h|d)(?:in|ec|ins|ours?|ays?)?$/i;
const TIME = new RegExp(String.raw`^(?:(.+?)(?:\s+|(?<=\d)T))?${CLOCK}Z?$`, 'i');
const RANGE = new RegExp(String.raw`^(.*?${CLOCK})\s*[-–]\s*${CLOCK}$`, 'i');

/**
 * The instant that a text names, in GMT: `14:30` today, `tomorrow 9:00`, `2 Jan 14:30`, `2026-01-02 14:30`, or `in 2 h`.
 * Undefined for another text.
 */
export function instantIn(typed: string, now: number): number | undefined {
  const [, amount = '', unit = ''] = DURATION.exec(typed) ?? [];
  if (amount !== '') return instant(now + Number(amount) * (UNITS[unit.toLowerCase()] ?? 0));
  const found = TIME.exec(typed);
  if (found === null) return undefined;
  const [, day, hour = '', minute = '', second = '0'] = found;
  const begin = dayIn(day, now);
  if (begin === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return undefined;
  return instant(begin + 60 * MINUTE * Number(hour) + MINUTE * Number(minute) + 1_000 * Number(second));
}

/** The period that a text names, such as `8:00-9:30` or `yesterday 22:00-23:00`. Undefined for another text. */
export function periodTyped(typed: string, now: number): Period | undefined {
  const [, first = '', , , , hour, minute, second] = RANGE.exec(typed) ?? [];
  const from = instantIn(first, now);
  if (from === undefined) return undefined;
  const to = instantIn(`${hour}:${minute}${second === undefined ? '' : `:${second}`}`, from);
  return to !== undefined && to > from ? { from, to } : undefined;
}

/** The beginning of a day in GMT. Without a year, it is in the year of the present time. */
function dayIn(day: string | undefined, now: number): number | undefined {
  const today = Math.floor(now / DAY) * DAY;
  const beside = { today: 0, tomorrow: DAY, yesterday: -DAY }[(day ?? 'today').toLowerCase()];
  if (beside !== undefined) return today + beside;
  if (/^\d{4}-\d{2}-\d{2}$/.test(day ?? '')) return instant(Date.parse(`${day}T00:00Z`));
  const [, date = '', month = '', year = new Date(now).getUTCFullYear()] =
    /^(\d{1,2}) ([a-z]{3,9})(?: (\d{4}))?$/i.exec(day ?? '') ?? [];
  const at = instant(Date.parse(`${date} ${month} ${year} 00:00 GMT`));
  // Dates that do not exist, such as 31 February, are others for some parsers.
  return at !== undefined && new Date(at).getUTCDate() === Number(date) ? at : undefined;
}

/** An instant that a date can have. */
function instant(at: number): number | undefined {
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? at : undefined;
}
