import { type Issue, nearestName } from '@messaging-service/contract';
import type * as z from 'zod/mini';

/**
 * The candidate that a misspelled word probably means, as words that can follow a sentence; the empty string when none
 * is close.
 */
export function suggestion(word: string, candidates: Iterable<string>): string {
  const nearest = nearestName(word, candidates);
  return nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`;
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
      return [def.in, def.out].flatMap(objectsIn);
    case 'union':
      return def.options.flatMap(objectsIn);
    default:
      return [];
  }
}
