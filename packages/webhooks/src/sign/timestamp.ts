import { fail } from '../errors/errors.ts';

/** Up to 15 digits cover every instant that a Date can hold, and JavaScript represents them exactly. */
const DIGITS = /^[0-9]{1,15}$/;

/** Smaller timestamps count seconds (up to the year 5138), all others milliseconds (since March 1973). */
const FIRST_MILLISECONDS = 100_000_000_000;

/**
 * Returns whether a text is a valid `timestamp` header.
 *
 * @param text - Any string.
 */
export function isTimestamp(text: string): boolean {
  return DIGITS.test(text);
}

/**
 * Reads the `timestamp` header. The specification says "epoch time of sending" without a unit, so the size decides.
 *
 * @param text - The value of the header.
 * @returns Milliseconds since the epoch.
 * @throws {WebhookVerificationError} `malformed_timestamp`.
 * @see SIG-1 and SIG-4.
 */
export function readTimestamp(text: string): number {
  if (!isTimestamp(text)) fail('malformed_timestamp');
  const value = Number(text);
  return value < FIRST_MILLISECONDS ? value * 1000 : value;
}
