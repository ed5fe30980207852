/** Digits with the signs that people write between them, such as `+44 (0) 7700-900123`. */
const SPELLED = /^\+?[\d\s().-]{3,40}$/;

/** The digits of a text that is a phone number or a part of one, in any spelling; other texts unchanged. */
export function spelledNumber(text: string): string {
  if (!SPELLED.test(text)) return text;
  const digits = text.replaceAll(/\(0\)|\D/g, '');
  // 00 is how the international prefix is dialed in most countries.
  return digits.startsWith('00') ? digits.slice(2) : digits;
}

/**
 * Tests whether a number, which is stored with its country code, is what people write: a part of it, or the number as it is
 * dialed from abroad (`+44 7700 900123`, `0044…`) or in its own country, with a leading 0 instead of the country code.
 */
export function numberTest(text: string): (number: string) => boolean {
  if (!/^\(?\+?[\d\s().-]*\d[\s().-]*$/.test(text)) return () => false;
  const digits = text.replaceAll(/\(0\)|\D/g, '');
  if (text.includes('+')) return (number) => number.startsWith(digits);
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
