/**
 * The one reader of phone numbers that people write, paste and link to. It knows notations, not countries:
 * `normalizePhoneNumber` of the SDK adds the numbering plans.
 */

/** Characters without a mark of their own: they mark direction, join, or hide. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Characters that are not visible, or look like a space and are none. */
const NOT_SEEN = /(?! )[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Z}\u2800]/gu;
/** Everything that people write between digits. Brackets around a single 0 are `(0)`. */
const NOTATION = /^[([ ]*\+?[\d ()[\]./~-]*$/;
/** Country codes whose numbers begin with a 0 of their own. */
const KEEPS_ZERO = /^(?:39|225|24[12]|378)$/;
/** The form of a country code: no code is the beginning of another one. */
const COUNTRY_CODE =
  /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|50|59|6[789]|8[0578]|9[679])\d)$/;
/** 7 to 15 digits with the country code. See API-3. */
const WITH_COUNTRY_CODE = /^[1-9]\d{6,14}$/;

/** A phone number as a user writes it, before it is checked. */
export interface WrittenPhoneNumber {
  /** Whether it begins with a plus, so that the country code follows. */
  readonly plus: boolean;
  /** Whether it begins with a group in brackets, which is an area code if there is no plus. */
  readonly bracketed: boolean;
  /** Its digits, as they are grouped. */
  readonly groups: readonly string[];
}

/**
 * Reads a phone number in any notation. Format characters are removed, digits of all scripts are digits, all spaces and dashes
 * are separators, and URIs such as `tel:+44-7700-900123` are read. `+44 (0)7700 900123` has no 0.
 *
 * @param written - A text, or an integer as in inbound webhooks, which has its country code.
 * @returns `undefined` for a text with other characters, with an extension, or without digits.
 *
 * @example
 * ```ts
 * import { readWrittenPhoneNumber } from '@messaging-service/contract';
 *
 * readWrittenPhoneNumber('+44 (0)7700 900123')?.groups; // ['44', '7700', '900123']
 * ```
 */
export function readWrittenPhoneNumber(written: string | number): WrittenPhoneNumber | undefined {
  if (typeof written === 'number')
    return Number.isSafeInteger(written) && written > 0
      ? { plus: true, bracketed: false, groups: [String(written)] }
      : undefined;
  const text = plainText(withoutUri(written.replace(INVISIBLE, '')));
  if (!NOTATION.test(text)) return undefined;
  const groups = withoutTrunkPrefix(text.match(/\(0\)|\d+/g) ?? []);
  if (groups.length === 0) return undefined;
  return { plus: text.includes('+'), bracketed: text.startsWith('('), groups };
}

/** Removes a `(0)` after the country code, which is only dialed without the code. A `(0)` elsewhere is a 0. */
function withoutTrunkPrefix(groups: readonly string[]): string[] {
  const [code = ''] = groups[0] === '00' ? groups.slice(1) : groups;
  const isTrunkPrefix = /^(?:00)?[1-9]\d{0,2}$/.test(code) && !KEEPS_ZERO.test(code.replace(/^00/, ''));
  const trunkPrefixAt = groups.indexOf(code) + 1;
  return groups
    .filter((group, index) => group !== '(0)' || index !== trunkPrefixAt || !isTrunkPrefix)
    .map((group) => (group === '(0)' ? '0' : group));
}

/**
 * Reads a phone number with its country code, in any notation: `+44 7700 900123`, `0044 7700 900123`, `447700900123`. The result
 * has the form in which messages are sent. Without a plus or `00`, the country code must stand apart if digits are grouped.
 *
 * @param written - A text, or an integer as in inbound webhooks.
 * @returns Its digits, or `undefined` if it is not such a number. A number such as `07700 900123` has no country code.
 * @see API-3.
 *
 * @example
 * ```ts
 * import { readPhoneNumber } from '@messaging-service/contract';
 *
 * readPhoneNumber('+44 7700 900123'); // '447700900123'
 * readPhoneNumber(447700900123); // '447700900123'
 * readPhoneNumber('07700 900123'); // undefined
 * ```
 */
export function readPhoneNumber(written: string | number): string | undefined {
  const { plus = false, bracketed = false, groups = [] } = readWrittenPhoneNumber(written) ?? {};
  const digits = groups.join('');
  const hasPrefix = plus || digits.startsWith('00');
  // The first digits of `321 555 0123` are an area code of a country, and not the code of another one.
  if (!hasPrefix && groups.length > 1 && (bracketed || !COUNTRY_CODE.test(groups[0] ?? ''))) return undefined;
  const number = plus ? digits : digits.replace(/^00/, '');
  return WITH_COUNTRY_CODE.test(number) ? number : undefined;
}

/**
 * Names the invisible characters of a text, for error messages.
 *
 * @returns Their code points, such as `U+202A, U+00A0`; the empty text if there are none.
 *
 * @example
 * ```ts
 * import { invisibleCharacters } from '@messaging-service/contract';
 *
 * invisibleCharacters('\u202A447700900123'); // 'U+202A'
 * ```
 */
export function invisibleCharacters(text: string): string {
  const codes = Array.from(text.match(NOT_SEEN) ?? [], (character) =>
    (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0'),
  );
  return [...new Set(codes)].map((code) => `U+${code}`).join(', ');
}

/** The number of a URI such as `tel:` or `sms:`, without its parameters; other texts unchanged. */
function withoutUri(text: string): string {
  const [, uri] = /^\s*(?:tel|smsto|mmsto|sms|mms|callto|whatsapp):(?:\/\/)?([^?]*)/i.exec(text) ?? [];
  if (uri === undefined) return text;
  const [number = '', ...parameters] = decoded(uri).split(';');
  const named = new Map(parameters.map((parameter) => splitOnce(parameter.toLowerCase())));
  // A message cannot reach an extension, or what a phone dials after the call is answered.
  if (named.has('ext') || named.has('postd')) return uri;
  const context = named.get('phone-context');
  if (context === undefined || number.includes('+')) return number;
  return context.startsWith('+') ? `${context} ${number}` : uri;
}

function splitOnce(parameter: string): [name: string, value: string] {
  const [name = '', value = ''] = parameter.split('=', 2);
  return [name.trim(), value.trim()];
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** The text in ASCII. */
function plainText(text: string): string {
  return text
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(/[\s\p{Zs}]+/gu, ' ')
    .replace(/[\p{Pd}\u2043\u2212\u02D7\u30FC]/gu, '-')
    .replace(/[\uFF0B\uFE62]/g, '+')
    .replace(/[\uFF08\uFE59]/g, '(')
    .replace(/[\uFF09\uFE5A]/g, ')')
    .replace(/[\u00B7\u2022\u2024\u2027\u2219\u30FB\uFF0E\uFF65]/g, '.')
    .replace(/[\u2044\u2215\uFF0F]/g, '/')
    .replace(/[\u2053\u223C\uFF5E]/g, '~')
    .trim();
}

/** Digits of a script follow each other in Unicode, ten by ten, from a zero on. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first--;
  return String((code - first) % 10);
}
