import type { Period } from './period.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The lengths of the period in view, in milliseconds. */
const SCALES = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  12 * HOUR,
  DAY,
  3 * DAY,
  7 * DAY,
  30 * DAY,
] as const;

/** The number of bins in view. */
export const SHOWN = 120;

/** The part of the ribbon that is before now, if it follows the clock. The rest shows what is due. */
const BEFORE_NOW = 0.75;

/** How many times wider the ribbon becomes for the next job. */
const MOST_WIDENED = 4;

/** The last instant that a date can have. */
const END = 8.64e15;

/**
 * The scale that shows the whole history, and the next job if that does not need much more: a job in some months must not
 * hide what happened today.
 */
export function fitting(now: number, first = now, next = now): number {
  const history = fitted((now - first) / BEFORE_NOW);
  const both = fitted(Math.max((now - first) / BEFORE_NOW, (next - now) / (1 - BEFORE_NOW)));
  return both <= MOST_WIDENED * history ? both : history;
}

function fitted(length: number): number {
  return SCALES.slice(2).find((scale) => scale >= length) ?? SCALES.at(-1) ?? DAY;
}

/** The next larger or smaller scale. */
export function zoomed(scale: number, by: 1 | -1): number {
  const index = SCALES.findIndex((one) => one >= scale);
  return SCALES[Math.max(0, Math.min(SCALES.length - 1, index + by))] ?? scale;
}

/** The smallest scale that shows a period with what is around it. */
export function scaleOf({ from, to }: Period): number {
  return SCALES.find((scale) => scale >= 2 * (to - from)) ?? SCALES.at(-1) ?? DAY;
}

/** What is shown: around an instant or, without one, around the current time. */
export function shownAt(scale: number, now: number, center?: number): Period {
  const from = within(center === undefined ? now - scale * BEFORE_NOW : center - scale / 2);
  return { from, to: within(from + scale) };
}

/** What is read: more than is shown, and the same for a while, although the clock goes on. */
export function readFor({ from }: Period, scale: number): Period & { readonly bins: number } {
  const step = scale / 4;
  const begin = Math.floor(from / step) * step;
  return { from: within(begin), to: within(begin + 5 * step), bins: (SHOWN * 5) / 4 };
}

function within(at: number): number {
  return Math.max(-END, Math.min(END, at));
}
