import { readPhoneNumber, readWrittenPhoneNumber } from '@messaging-service/contract';
import { bareNumber } from '../state/state.ts';

/** A number that a user wrote in any notation, as the state contains it. A text that is not a whole number stays. */
export function spelledNumber(text: string): string {
  return readPhoneNumber(text) ?? bareNumber(text);
}

/** The end of the refusal of a destination that no message can have, in words that can follow its name. */
export const NOT_A_DESTINATION =
  'must be a number with its country code, such as 447700900123: nothing is sent to another one';

/**
 * Returns whether a message can go to a number. A filter by another number would match nothing, so that a test which expects no
 * message would pass without a reason.
 */
export function isDestination(text: string): boolean {
  return readPhoneNumber(text) !== undefined;
}

/** Tests whether a sender ID is the given one: the same text, or the same number in any notation. */
export function senderTest(text: string): (sender: string) => boolean {
  const number = readPhoneNumber(text);
  return (sender) => sender === text || (number !== undefined && bareNumber(sender) === number);
}

/**
 * Tests whether a number, which is stored with its country code, is what people write: a part of it, or the number as it is
 * dialed from abroad (`+44 7700 900123`, `0044…`) or in its own country, with a leading 0 instead of the country code.
 */
export function numberTest(text: string): (number: string) => boolean {
  const written = readWrittenPhoneNumber(text);
  if (written === undefined) return () => false;
  const digits = written.groups.join('');
  if (written.plus) return (number) => number.startsWith(digits);
  if (digits.startsWith('00'))
    return (number) => number.includes(digits) || number.startsWith(digits.slice(2));
  if (!digits.startsWith('0')) return (number) => number.includes(digits);
  const national = digits.slice(1);
  return (number) =>
    number.includes(digits) || COUNTRY_CODES.some((length) => number.startsWith(national, length));
}

/** Digits of the codes of countries. */
const COUNTRY_CODES = [1, 2, 3];

/** The phone numbers in a text such as a body, without the plus. */
export function numbersIn(text: string): readonly string[] {
  return text.match(/(?<!\d)\d{7,15}(?!\d)/g) ?? [];
}
