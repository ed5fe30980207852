/** A character as it can be written, such as `+` and `-` in base64. */
type Character = readonly string[];

/**
 * Creates a function that replaces secrets in a text. It ignores case, and finds each secret in every mixture of forms: as it is
 * written, percent-encoded once or several times, escaped for JSON, and inside of base64 and base64url. Its time grows with the
 * length of the text.
 *
 * @param secrets - API keys and passwords. Those that are undefined or empty have no effect.
 * @param replacement - The text in place of each.
 *
 * @example
 * ```ts
 * import { createRedact } from '@messaging-service/contract';
 *
 * const redact = createRedact(['0123456789abcdef0123456789abcdef'], '[redacted]');
 * redact('GET /batch?key=%30123456789abcdef0123456789abcdef'); // 'GET /batch?key=[redacted]'
 * ```
 */
export function createRedact(
  secrets: readonly (string | undefined)[],
  replacement: string,
): (text: string) => string {
  const words = [...new Set(secrets)].flatMap((secret) => (secret ? formsOf(secret) : []));
  if (words.length === 0) return (text) => text;
  // The longest first: a secret may begin with another one.
  const sorted = words.toSorted((a, b) => b.length - a.length);
  const compile = (write: (word: readonly Character[]) => string) =>
    new RegExp(sorted.map((word) => write(word)).join('|'), 'gi');
  const plain = compile((word) => word.map(writePlain).join(''));
  let escaped: RegExp | undefined;
  return (text) => {
    // Few texts contain an escape, and this pattern takes longer.
    if (/[%\\]/.test(text)) escaped ??= compile(writeEscaped);
    return text.replace(/[%\\]/.test(text) && escaped ? escaped : plain, () => replacement);
  };
}

/** Shorter parts of base64 are in ordinary words. */
const MIN_BASE64 = 8;

/** A secret itself, and the parts of base64 that it determines at each of the three positions in a longer text. */
function formsOf(secret: string): (readonly Character[])[] {
  const itself = Array.from(secret, (char) => (char === ' ' ? [' ', '+'] : [char]));
  const bits = bytesOf(secret)
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const encoded = [0, 2, 4].map((skipped) => (bits.slice(skipped).match(/.{6}/g) ?? []).map(base64));
  return [itself, ...encoded.filter(({ length }) => length >= MIN_BASE64)];
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bits: string): Character {
  const char = BASE64.charAt(Number.parseInt(bits, 2));
  return char === '+' ? ['+', '-'] : char === '/' ? ['/', '_'] : [char];
}

/** The bytes of UTF-8. Simulated browsers have no TextEncoder. */
function bytesOf(text: string): number[] {
  const units = encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')).match(/%..|./g) ?? [];
  return units.map((unit) => (unit.length > 1 ? Number.parseInt(unit.slice(1), 16) : unit.charCodeAt(0)));
}

const writePlain = (character: Character) => `(?:${character.map(escapeForRegExp).join('|')})`;

/** A word each character of which can be escaped. A run of backslashes is one part, because each can begin an escape. */
function writeEscaped(word: readonly Character[]): string {
  const parts = word.map((character, index) => {
    const isAfterBackslash = word[index - 1]?.[0] === '\\';
    if (character[0] !== '\\')
      return `${isAfterBackslash ? '' : '\\\\*'}(?:${character.flatMap(writtenForms).join('|')})`;
    return isAfterBackslash ? '' : String.raw`(?:\\|(?<=\\)u005c|%(?:25)*5c)+`;
  });
  // Otherwise each backslash of a long run would begin a match.
  const before = word[0]?.[0] === '\\' ? String.raw`\\|\\u005c|%(?:25)*5c` : String.raw`\\`;
  return `(?<!${before})${parts.join('')}`;
}

function writtenForms(char: string): string[] {
  if (char === '%') return ['%(?:25)*', 'u0025'];
  const percent = bytesOf(char).map((byte) => `%(?:25)*${hex(byte, 2)}`);
  const unicode = char.split('').map((unit) => `u${hex(unit.charCodeAt(0), 4)}`);
  return [escapeForRegExp(char), percent.join(''), unicode.join('\\\\+')];
}

const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
