import { parseTimestamp } from '@messaging-service/contract';

/**
 * An instant as callers write it: a date, ISO 8601 text (GMT unless it names an offset), or milliseconds since the
 * epoch.
 */
export type InstantInput = Date | string | number;

/** The last instant that a date can represent. */
export const LAST_INSTANT = 8.64e15;

/**
 * Reads an instant.
 *
 * @returns Milliseconds since the epoch, or `undefined` when it is not an instant.
 */
export function parseInstant(input: InstantInput): number | undefined {
  const at = typeof input === 'string' ? parseTimestamp(input) : Number(input);
  return at !== undefined && Math.abs(at) <= LAST_INSTANT ? Math.trunc(at) : undefined;
}

/** Reads an instant from code, where a wrong one is the programmer's mistake. */
export function instant(input: InstantInput): number {
  const at = parseInstant(input);
  if (at !== undefined) return at;
  throw new TypeError(
    `${JSON.stringify(input)} is not an instant. Pass a Date, ISO 8601 text such as "2026-01-01T09:00Z", or milliseconds since the epoch.`,
  );
}
