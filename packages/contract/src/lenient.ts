import * as z from 'zod/mini';
import type { Issue } from './validation.ts';

/** A value that was read although it differs from its schema. */
export interface LenientReading {
  /** The value: null members that the schema does not know are left out, and everything else is kept. */
  readonly value: unknown;
  /** The essential values that are missing. Without them, the value cannot be used. */
  readonly missing: Issue[];
}

/**
 * Reads a response that differs from the contract as far as it goes. Members that fit are converted as usual, null means
 * absent where the schema does not allow it, and unknown or unexpected values are kept.
 *
 * @param schema - The schema that the value differs from.
 * @param value - The body of the response.
 * @param essential - Paths of the values that must be there, such as `messages.*.messageUuid`.
 */
export function readLeniently(
  schema: z.ZodMiniType,
  value: unknown,
  essential: readonly string[],
): LenientReading {
  const read = relax(schema as z.core.$ZodType, value);
  if (Array.isArray(read) !== essential.some((path) => path.startsWith('*')) || !isObject(read))
    return { value, missing: [{ path: '', message: 'does not have the form of the response' }] };
  const missing = essential.flatMap((path) => missingAt(read, path.split('.'), []));
  return { value: read, missing };
}

function relax(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return isObject(value) && !Array.isArray(value) ? relaxMembers(def.shape, value) : value;
    case 'array':
      return Array.isArray(value) ? value.map((item) => relax(def.element, item)) : value;
    case 'optional':
    case 'nullable':
      return relax(def.innerType, value);
    case 'pipe':
      return convert(def.out, relax(def.in, value));
    default:
      return value;
  }
}

function relaxMembers(shape: Readonly<Record<string, z.core.$ZodType>>, value: object): object {
  const copy: Record<string, unknown> = { ...value };
  for (const [name, schema] of Object.entries(shape)) {
    if (!Object.hasOwn(copy, name)) continue;
    const member = relax(schema, copy[name]);
    // A null that the schema allows has a meaning; any other means that there is nothing.
    if (member === null && !z.safeParse(schema, null).success) delete copy[name];
    else copy[name] = member;
  }
  return copy;
}

/** The second half of a pipe converts what the first has accepted; it may not cope with anything else. */
function convert(schema: z.core.$ZodType, value: unknown): unknown {
  try {
    const result = z.safeParse(schema, value);
    return result.success ? result.data : value;
  } catch {
    return value;
  }
}

function missingAt(value: unknown, path: readonly string[], walked: readonly string[]): Issue[] {
  const [step, ...rest] = path;
  if (step === undefined) {
    const isThere =
      (typeof value === 'string' && value !== '') || typeof value === 'number' || isObject(value);
    return isThere ? [] : [{ path: walked.join('.'), message: 'is required' }];
  }
  if (step !== '*')
    return missingAt(isObject(value) ? (value as Record<string, unknown>)[step] : undefined, rest, [
      ...walked,
      step,
    ]);
  if (!Array.isArray(value)) return [{ path: walked.join('.'), message: 'must be an array' }];
  return value.flatMap((item, position) => missingAt(item, rest, [...walked, String(position)]));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
