/** Members that identify something. They are texts, so a number in their place is read as it is written. */
const IDENTIFIER = /^(?:code|id|identifier|apiKey|\w*uuid)$/i;

/** Matches every text that contains a number to keep, and a few others: reading a body in detail takes time. */
const CANDIDATE = /\d{16}|[:[,]\s*-?\d[\d.]*e|"(?:code|id|identifier|apiKey|\w*uuid)"\s*:\s*-?\d/i;

/** Escapes, quotes and numbers. A pattern for whole strings would exceed the stack of the engine when a string is long. */
const TOKENS = /\\.|"|-?\d[\d.eE+-]*/g;

/**
 * Parses a JSON text again, and keeps each number as its text if a JavaScript number would change it: integers that are not
 * safe, numbers that are too large, and identifiers with another spelling than JavaScript's, such as `1.10` or `1e3`. Other
 * fractions are rounded as usual.
 *
 * @param json - A text that `JSON.parse` accepts.
 * @returns The value; undefined if no number would change.
 *
 * @example
 * ```ts
 * import { parseExactNumbers } from '@messaging-service/contract';
 *
 * console.log(parseExactNumbers('{"identifier":12345678901234567890}'));
 * // { identifier: '12345678901234567890' }
 * console.log(parseExactNumbers('{"credits":10.50}')); // undefined
 * ```
 */
export function parseExactNumbers(json: string): unknown {
  if (!CANDIDATE.test(json)) return undefined;
  let start: number | undefined;
  let name = '';
  const quoted = json.replace(TOKENS, (token, offset: number) => {
    if (token === '"') {
      if (start !== undefined) name = json.slice(start, offset);
      start = start === undefined ? offset + 1 : undefined;
    }
    const isNumber = start === undefined && token !== '"';
    return isNumber && isChanged(token, name) ? `"${token}"` : token;
  });
  return quoted === json ? undefined : JSON.parse(quoted);
}

function isChanged(written: string, name: string): boolean {
  const value = Number(written);
  // `Infinity` is not an integer either. Every number beyond the safe ones is.
  const isUnsafe = !Number.isSafeInteger(Math.trunc(value));
  return isUnsafe || (IDENTIFIER.test(name) && String(value) !== written);
}
