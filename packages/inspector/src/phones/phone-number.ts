/** The phone number in a text, as digits, without spaces, plus, brackets and hyphens; undefined for any other text. */
export function phoneNumberIn(text: string): string | undefined {
  const digits = text.replaceAll(/[\s+()-]/g, '');
  return /^\d{7,15}$/.test(digits) ? digits : undefined;
}
