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
