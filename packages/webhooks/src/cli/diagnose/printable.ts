/** Characters that JSON does not escape and terminals act on: non-ASCII controls, and changes of the text direction. */
const UNSAFE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Returns a value as JSON that a terminal only shows, and never acts on. The printed values come from third parties.
 *
 * @param value - Any JSON value.
 */
export function printable(value: unknown): string {
  return JSON.stringify(value).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Describes a byte: its value and its ASCII character.
 *
 * @param byte - The byte; `undefined` after the end of a body.
 */
export function printableByte(byte: number | undefined): string {
  if (byte === undefined) return 'the end';
  const shown = byte > 0x20 && byte < 0x7f ? ` ${String.fromCharCode(byte)}` : (NAMES[byte] ?? '');
  return `0x${byte.toString(16).padStart(2, '0')}${shown}`;
}

const NAMES: Readonly<Record<number, string>> = { 9: ' tab', 10: ' LF', 13: ' CR', 32: ' space' };
