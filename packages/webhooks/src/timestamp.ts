import { fail } from './errors.ts';

/** Up to 15 digits: every instant that a Date holds, and no number that JavaScript rounds. */
const DIGITS = /^[0-9]{1,15}$/;

/** Below it a timestamp counts seconds (up to the year 5138), from it on milliseconds (since March 1973). */
const FIRST_MILLISECONDS = 100_000_000_000;

/**
 * Whether a text can stand in the `timestamp` header.
 *
 * @param text - Any string.
 */
export function isTimestamp(text: string): boolean {
  return DIGITS.test(text);
}

/**
 * Reads the `timestamp` header. The specification says "epoch time of sending" and no unit, so the size tells.
 *
 * @param text - The header's value.
 * @returns Milliseconds since the epoch.
 * @throws WebhookVerificationError `malformed_timestamp`.
 * @see SIG-4.
 */
export function readTimestamp(text: string): number {
  if (!isTimestamp(text)) fail('malformed_timestamp');
  const value = Number(text);
  return value < FIRST_MILLISECONDS ? value * 1000 : value;
}

/**
 * Checks that an instant lies within the tolerance, which counts in both directions and includes its ends.
 *
 * @param at - Milliseconds since the epoch.
 * @param now - The present, likewise.
 * @param toleranceMs - In milliseconds.
 * @throws WebhookVerificationError `timestamp_too_old` or `timestamp_too_new`, with the difference in its message.
 */
export function assertRecent(at: number, now: number, toleranceMs: number): void {
  const skewMs = Math.abs(now - at);
  if (skewMs > toleranceMs)
    fail(now > at ? 'timestamp_too_old' : 'timestamp_too_new', `${Math.round(skewMs / 1000)} s`);
}
