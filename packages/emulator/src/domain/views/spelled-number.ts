/** Digits with the signs that people write between them, such as `+44 (0) 7700-900123`. */
const SPELLED = /^\+?[\d\s().-]{3,40}$/;

/** The digits of a text that is a phone number or a part of one, in any spelling; other texts unchanged. */
export function spelledNumber(text: string): string {
  if (!SPELLED.test(text)) return text;
  const digits = text.replaceAll(/\(0\)|\D/g, '');
  // 00 is how the international prefix is dialed in most countries.
  return digits.startsWith('00') ? digits.slice(2) : digits;
}
