import { LAST_INSTANT } from './instant.ts';

/**
 * A length of time: a number of milliseconds, or text such as `"250ms"`, `"30s"`, `"10m"`, `"2h"`, `"1d"`. Text has one unit:
 * `"4m59s"` is an error for the compiler and at run time; write `"299s"`.
 */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;

/**
 * Reads a duration.
 *
 * @param duration - Milliseconds, or a number with its unit.
 * @returns Whole milliseconds, or `undefined` when it is not a duration or is negative.
 */
export function parseDuration(duration: unknown): number | undefined {
  if (typeof duration === 'number') return asMilliseconds(duration);
  const match = typeof duration === 'string' ? DURATION.exec(duration) : null;
  if (match === null) return undefined;
  const [, count = '', unit = ''] = match;
  return asMilliseconds(Number(count) * (UNITS_MS[unit] ?? Number.NaN));
}

/** A duration is limited to the range of dates; a result after the last date becomes the last date. */
function asMilliseconds(value: number): number | undefined {
  return value >= 0 && value <= LAST_INSTANT ? Math.round(value) : undefined;
}
