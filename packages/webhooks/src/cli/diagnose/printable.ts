/** Characters that JSON leaves alone and terminals do not: controls beyond ASCII, and what turns the direction of text. */
const TREACHEROUS = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * A value as JSON that a terminal shows and never obeys: what is printed has been written by others.
 *
 * @param value - Anything that JSON can express.
 */
export function printable(value: unknown): string {
  return JSON.stringify(value).replace(
    TREACHEROUS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * A byte for people: its value, and what it stands for in ASCII.
 *
 * @param byte - `undefined` beyond the end of a body.
 */
export function printableByte(byte: number | undefined): string {
  if (byte === undefined) return 'the end';
  const shown = byte > 0x20 && byte < 0x7f ? ` ${String.fromCharCode(byte)}` : (NAMES[byte] ?? '');
  return `0x${byte.toString(16).padStart(2, '0')}${shown}`;
}

const NAMES: Readonly<Record<number, string>> = { 9: ' tab', 10: ' LF', 13: ' CR', 32: ' space' };
