/**
 * Returns a text as one word of a POSIX shell, in single quotes, between which a shell interprets nothing.
 *
 * @example
 * ```ts
 * shellWord(`It's $HOME`); // `'It'\\''s $HOME'`
 * ```
 */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
