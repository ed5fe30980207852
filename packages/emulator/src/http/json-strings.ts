const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** For strings longer than this, the native search is faster than checking each character. */
const LONG_STRING = 64;

/**
 * Finds the position of the quote that ends a string.
 *
 * @param start - The position of the quote that begins the string.
 * @returns The length of the text if there is no such quote.
 */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    for (const until = at + LONG_STRING; at < until && at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at;
      if (code === BACKSLASH) at++;
    }
    const quote = text.indexOf('"', at);
    if (quote === -1) return text.length;
    if (!isEscaped(text, at, quote)) return quote;
    // After one escaped quote more may follow, and a native search for each would take seconds.
    at = quote + 1;
  }
  return Math.min(at, text.length);
}

/** A quote is escaped by an odd number of backslashes before it. */
function isEscaped(text: string, from: number, quote: number): boolean {
  let before = quote;
  while (before > from && text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (quote - before) % 2 === 1;
}
