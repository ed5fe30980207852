import type { Issue } from '@messaging-service/contract';
import type * as z from 'zod/mini';

/** Words longer than this are not compared: every name is shorter. */
const LONGEST_WORD = 100;

/**
 * The candidate that a misspelled word probably means, as words that can follow a sentence; the empty string when none
 * is close.
 */
export function suggestion(word: string, candidates: Iterable<string>): string {
  const closest = closestTo(word, candidates);
  return closest === undefined ? '' : `; did you mean ${JSON.stringify(closest)}?`;
}

function closestTo(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  let closest: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance >= least) continue;
    least = distance;
    closest = candidate;
  }
  return closest;
}

/** The insertions, deletions, replacements and swaps of neighbors that make one word of the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1
          ? (beforeLast[column - 2] as number) + 1
          : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] as number;
}

/** The words for a field that a schema does not have. */
const UNKNOWN_FIELD = 'is not a known field';

/** Adds to each issue about an unknown field the field that was probably meant. */
export function withSuggestions(schema: z.core.$ZodType, issues: readonly Issue[]): Issue[] {
  return issues.map(({ path, message }) => {
    if (message !== UNKNOWN_FIELD) return { path, message };
    const steps = path.split('.');
    const name = steps.pop() ?? '';
    const holders = steps.reduce<readonly z.core.$ZodType[]>(
      (schemas, step) => schemas.flatMap((holder) => membersOf(holder, step)),
      [schema],
    );
    return { path, message: `${message}${suggestion(name, holders.flatMap(namesOf))}` };
  });
}

function namesOf(schema: z.core.$ZodType): string[] {
  return objectsIn(schema).flatMap((part) => (part.type === 'object' ? Object.keys(part.shape) : []));
}

function membersOf(schema: z.core.$ZodType, step: string): z.core.$ZodType[] {
  return objectsIn(schema).flatMap((part) => {
    if (part.type === 'array') return [part.element];
    const member = part.shape[step];
    return member === undefined ? [] : [member];
  });
}

/** The objects and lists that a schema accepts. */
function objectsIn(schema: z.core.$ZodType): (z.core.$ZodObjectDef | z.core.$ZodArrayDef)[] {
  const def = schema._zod.def as z.core.$ZodTypes['_zod']['def'];
  switch (def.type) {
    case 'object':
    case 'array':
      return [def];
    case 'optional':
    case 'nullable':
      return objectsIn(def.innerType);
    case 'pipe':
      return objectsIn(def.in);
    case 'union':
      return def.options.flatMap(objectsIn);
    default:
      return [];
  }
}
