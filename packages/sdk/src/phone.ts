/**
 * Normalizes phone numbers that users have typed. Requires the package `libphonenumber-js`.
 *
 * @packageDocumentation
 */
import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';

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
   * The country of numbers without a country code, as two capital letters: `GB`. Default: none, so that such numbers are
   * refused.
   */
  country?: string | undefined;
}

/**
 * Converts a phone number to the form that messages require: digits only, starting with the country code.
 *
 * It accepts the usual notations: `+44 7700 900123`, `0044 7700 900123`, and with a country `07700 900123`. It checks
 * that the number has a possible length for its country, not that it exists.
 *
 * @param text - The number.
 * @param options - The country of numbers without a country code.
 * @returns The digits, such as `447700900123`.
 * @throws {RangeError} The text is not a phone number, or its country is unknown. The message does not repeat the number.
 *
 * @example
 * ```ts
 * import { createMessagingClient } from '@messaging-service/sdk';
 * import { normalizePhoneNumber } from '@messaging-service/sdk/phone';
 *
 * const client = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 * });
 * const to = normalizePhoneNumber('07700 900123', { country: 'GB' });
 * await client.messages.sendOne({ to, from: { type: 'shared' }, body: 'Your table is ready' });
 * ```
 */
export function normalizePhoneNumber(text: string, { country }: NormalizeOptions = {}): string {
  // A database may contain numbers.
  if (typeof text !== 'string') throw new RangeError(`a phone number must be a text; got ${typeof text}`);
  if (country !== undefined && !/^[A-Z]{2}$/.test(country))
    throw new RangeError('country must be two capital letters, such as GB');
  const number = parse(text, country) ?? parse(text.replace(/^\s*00/, '+'), country);
  if (number !== undefined) return number.number.slice(1);
  throw new RangeError(
    country === undefined && !/^\s*(\+|00)/.test(text)
      ? 'a phone number without a country code needs the option country, such as { country: "GB" }'
      : 'the text is not a phone number: it has too few or too many digits, or other characters',
  );
}

function parse(text: string, country: string | undefined): PhoneNumber | undefined {
  // The library does not know every code that a caller may pass; it then treats the number as one without a country.
  const number = parsePhoneNumberFromString(text.trim(), {
    ...(country !== undefined && { defaultCountry: country as CountryCode }),
    extract: false,
  });
  return number?.isPossible() === true && number.ext === undefined ? number : undefined;
}
