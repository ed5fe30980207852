import { visible } from '@messaging-service/text';

/**
 * Returns a text of others as a terminal can show it in one line, without acting on it. Invisible characters become the escapes
 * of JSON, so JSON stays the same value.
 *
 * @example
 * ```ts
 * printable('Hello\u001b[31m'); // 'Hello\\u001b[31m'
 * ```
 */
export function printable(text: string): string {
  return visible(text, escaped).replaceAll('\n', escaped);
}

/** Does the same for a text of several lines, which can contain tabs. */
export function printableLines(text: string): string {
  return text
    .split('\t')
    .map((part) => visible(part, escaped))
    .join('\t');
}

function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}
