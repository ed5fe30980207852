/**
 * Finds the name that a misspelled one most likely means.
 *
 * @param name - The name as written.
 * @param names - The names that exist.
 * @returns The nearest one, or undefined when none is near. Case does not matter.
 *
 * @example
 * ```ts
 * import { nearestName } from '@messaging-service/contract';
 *
 * nearestName('chanels', ['channels', 'content', 'sender']); // 'channels'
 * ```
 */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of names) {
    const distance = distanceBetween(name.toLowerCase(), candidate.toLowerCase());
    if (distance >= least) continue;
    nearest = candidate;
    least = distance;
  }
  return nearest;
}

/**
 * The name that a misspelled one most likely means, in words that can follow a sentence.
 *
 * @param name - The name as written.
 * @param names - The names that exist.
 * @returns The words, with a semicolon before them; the empty string when no name is near.
 *
 * @example
 * ```ts
 * import { suggestionFor } from '@messaging-service/contract';
 *
 * suggestionFor('chanels', ['channels', 'content', 'sender']); // '; did you mean "channels"?'
 * ```
 */
export function suggestionFor(name: string, names: Iterable<string>): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`;
}

/** The comparison takes quadratic time, and longer names are not misspellings. */
const LONGEST_NAME = 100;

/** How many characters to insert, delete, replace or swap with a neighbor. */
function distanceBetween(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, row) => [row]);
  const at = (row: number, column: number) => rows[row]?.[column] ?? (row === 0 ? column : Infinity);
  for (let row = 1; row <= one.length; row++)
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
        ),
      );
    }
  return at(one.length, other.length);
}
