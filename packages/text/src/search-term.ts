/** A term of a search that finds a text, and not what the grammar would make of it: in quotes unless it is a plain word. */
export function searchTerm(text: string): string {
  const isPlain = /^[\p{L}1-9][^\s:"]*$/u.test(text);
  return isPlain ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** A filter of a search, such as `state:failed`. */
export function filterTerm(name: string, value: string): string {
  return `${name}:${searchTerm(value)}`;
}
