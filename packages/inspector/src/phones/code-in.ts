/** A word that says that a number is a code. */
const NAMED = /\b(code|pin|otp|passcode|password)\b/i;

/** The one-time code in a text: four to eight digits, in a text that speaks of a code; undefined if it has none. */
export function codeIn(text: string): string | undefined {
  return NAMED.test(text) ? /(?<!\d)\d{4,8}(?!\d)/.exec(text)?.[0] : undefined;
}
