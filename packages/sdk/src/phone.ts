/**
 * Normalizes phone numbers that users have typed. Requires the package `libphonenumber-js`.
 *
 * @packageDocumentation
 */
import { invisibleCharacters, readWrittenPhoneNumber } from '@messaging-service/contract';
import { isSupportedCountry } from 'libphonenumber-js/mobile';
import { type Reading, readingsOf } from './phone-readings.ts';

/**
 * Options of {@link normalizePhoneNumber}.
 *
 * @example
 * ```ts
 * import { normalizePhoneNumber } from '@messaging-service/sdk/phone';
 *
 * console.log(normalizePhoneNumber('07700 900123', { country: 'GB' })); // 447700900123
 * ```
 */
export interface NormalizeOptions {
  /**
   * The country of numbers without a country code, as two capital letters: `GB`. Default: none; such numbers are refused.
   */
  country?: string | undefined;
}

/**
 * Converts a phone number to the form that messages require: digits only, starting with the country code.
 *
 * It accepts the usual notations: `+44 7700 900123`, `0044 7700 900123`, `tel:+44-7700-900123`, and with a country `07700
 * 900123`. Every country accepts the prefix `00` before a country code, and its own prefix for calls abroad, such as 011.
 * You can pass a result again, or the number of a webhook, with a plus or as an integer. The function checks that the
 * number fits the numbering plan of its country, not that it exists.
 *
 * @param written - The number.
 * @param options - The country of numbers without a country code.
 * @returns The digits, such as `447700900123`.
 * @throws {RangeError} The text is not a phone number, its country is unknown, or it could be a number of two countries.
 * Only this last message repeats the number: it shows both.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 * import { normalizePhoneNumber } from '@messaging-service/sdk/phone';
 *
 * const client = createMessagingClient(optionsFromEnvironment());
 * const to = normalizePhoneNumber('07700 900123', { country: 'GB' });
 * await client.messages.sendOne({ to, from: { type: 'shared' }, body: 'Your table is ready' });
 * ```
 */
export function normalizePhoneNumber(written: string | number, { country }: NormalizeOptions = {}): string {
  // A database may contain other values.
  if (typeof written !== 'string' && typeof written !== 'number')
    throw new RangeError(`a phone number must be a text; got ${typeof written}`);
  if (country !== undefined && !/^[A-Z]{2}$/.test(country))
    throw new RangeError('country must be two capital letters, such as GB');
  const number = readWrittenPhoneNumber(written);
  const [reading, other] = number === undefined ? [] : readingsOf(number, country);
  if (other !== undefined && reading !== undefined) throw twoReadings(reading, other);
  if (reading !== undefined) return reading.number;
  throw new RangeError(problemOf(written, country));
}

function twoReadings(one: Reading, other: Reading): RangeError {
  return new RangeError(
    `the number could be +${one.number} (${one.as}) or +${other.number} (${other.as}): write it with a plus and its country code`,
  );
}

function problemOf(written: string | number, country: string | undefined): string {
  const text = String(written);
  const invisible = invisibleCharacters(text);
  const found = invisible === '' ? '' : `; it contains the invisible ${invisible}`;
  if (typeof written === 'number' || /^\P{Nd}*(?:[+\uFF0B]|00)/u.test(text))
    return `the text is not a phone number: it has too few or too many digits for its country, or other characters${found}`;
  if (country === undefined)
    return `a phone number without a country code needs the option country, such as { country: "GB" }${found}`;
  if (!isSupportedCountry(country))
    return `country ${country} is not known: write the number with its country code${country === 'UK' ? '; the United Kingdom is GB' : ''}${found}`;
  return `the text is not a phone number: it has too few or too many digits for ${country}, or other characters${found}`;
}
