import { Rejection } from '../state/rejection.ts';
import type { Ids } from '../state/transaction.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * Refuses identifiers that are in use, or that occur twice in one request, and names all of them. MSG-10, BAT-7.
 *
 * @param pathOf - Returns the path in the request of the identifier at a position.
 * @returns A function that generates the missing identifiers, different from those in use and from the given ones.
 */
export function requireUnusedIds(
  given: readonly (string | undefined)[],
  inUse: ReadonlyMap<string, unknown>,
  pathOf: (position: number) => string,
): (ids: Ids) => string {
  const seen = new Set<string>();
  const repeated: number[] = [];
  for (const [position, id] of given.entries()) {
    if (id === undefined) continue;
    if (seen.has(id) || inUse.has(id)) repeated.push(position);
    seen.add(id);
  }
  const [first] = repeated;
  if (first !== undefined) {
    const issues = repeated.map((position) => ({ path: pathOf(position), message: 'was used before' }));
    throw new Rejection('duplicate_id', `The identifier ${given[first]} was used before.`, issues);
  }
  return (ids) => generateUnused(ids, inUse, seen);
}

/**
 * Generates an identifier that is not in use: a caller may have passed the one that the seed generates next, and a restored
 * state may contain it.
 */
export function generateUnused(
  ids: Ids,
  inUse: ReadonlyMap<string, unknown>,
  given: ReadonlySet<string> = NONE,
): string {
  return firstUnused(
    () => ids.uuid(),
    (id) => inUse.has(id) || given.has(id),
    inUse.size + given.size,
  );
}

/** Generates an API key that is not in use. */
export function generateUnusedKey(ids: Ids, inUse: ReadonlyMap<string, unknown>): string {
  return firstUnused(
    () => ids.apiKey(),
    (key) => inUse.has(key),
    inUse.size,
  );
}

/** As many different values as are in use, and one more, contain one that is not in use. So this always ends. */
function firstUnused(generate: () => string, isInUse: (value: string) => boolean, used: number): string {
  for (let tries = 0; tries <= used; tries++) {
    const value = generate();
    if (!isInUse(value)) return value;
  }
  throw new Error(
    'The source of identifiers repeats itself. Reset the service, or restore another snapshot.',
  );
}

/** Upper and lower case are the same identifier; the state contains lower case. See API-14. */
export function canonicalId(id: string | undefined): string | undefined {
  return id?.toLowerCase();
}
