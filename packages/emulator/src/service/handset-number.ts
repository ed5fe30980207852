import { invisibleCharacters, readPhoneNumber } from '@messaging-service/contract';

/**
 * Reads the number of a simulated phone, in any notation.
 *
 * @returns Its digits with the country code.
 * @throws {TypeError} The number is not a mobile number with its country code.
 */
export function readHandsetNumber(written: string): string {
  // JavaScript callers pass the integer of an inbound message.
  const isWritten = typeof written === 'string' || typeof written === 'number';
  const number = isWritten ? readPhoneNumber(written) : undefined;
  if (number !== undefined) return number;
  throw new TypeError(`handset() requires ${insteadOf(written)}.`);
}

/** What the number of a phone must be, and what a caller passed instead. */
export function insteadOf(written: string): string {
  const invisible = invisibleCharacters(String(written));
  return `a mobile number with its country code, such as 447700900123; got ${JSON.stringify(written)}${invisible === '' ? '' : `, which contains the invisible ${invisible}`}`;
}
