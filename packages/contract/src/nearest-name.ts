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

/** The comparison takes quadratic time, and longer names are not misspellings. */
const LONGEST_NAME = 100;

/** How many characters to insert, delete, replace or swap with a neighbor. */
function distanceBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const replaced = (last[column - 1] as number) + (isSame ? 0 : 1);
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = isSwapped ? (beforeLast[column - 2] as number) + 1 : replaced;
      current[column] = Math.min(
        replaced,
        swapped,
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] as number;
}
