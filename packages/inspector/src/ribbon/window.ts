import type { Period } from './period.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What the ribbon can show at once, in milliseconds. */
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

/** Bins that are shown at once. */
export const SHOWN = 120;

/** The part of the ribbon that is before now, if it follows the clock. The rest shows what is due. */
const BEFORE_NOW = 0.75;

/** The last instant that a date can have. */
const END = 8.64e15;

/** The scale that shows the whole history and the next job, as far as there is one. */
export function fitting(now: number, first = now, next = now): number {
  const fits = (scale: number) => now - first <= scale * BEFORE_NOW && next - now <= scale * (1 - BEFORE_NOW);
  const month = SCALES.at(-1) ?? DAY;
  // A job in some months must not hide what happened today.
  const isNear = next - now <= month * (1 - BEFORE_NOW);
  return SCALES.slice(2).find(fits) ?? (isNear ? month : fitting(now, first));
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
