import * as z from 'zod/mini';
import { isRecord, MAX_ISSUES } from './schema.ts';
import type { Issue } from './validation.ts';

/** A value that was read although it differs from its schema. */
export interface LenientReading {
  /** The value: null members that the schema does not know are left out, and everything else is kept. */
  readonly value: unknown;
  /** The essential values that are missing. Without them, the value cannot be used. */
  readonly missing: Issue[];
}

/** A position in a walk through a value. */
interface Walk {
  /** The essential paths, from here on. An empty path means that this very value is essential. */
  readonly essential: readonly (readonly string[])[];
  /** The path from the top. */
  readonly path: readonly string[];
  readonly missing: Issue[];
}

/**
 * Reads as much as possible of a response that differs from the contract. Members that fit are converted as usual, null
 * means absent where the schema does not allow it, and unknown or unexpected values are kept. An identifier that is a
 * number becomes a text, and a count that is a text becomes a number.
 *
 * @param schema - The schema that the value differs from.
 * @param value - The body of the response.
 * @param essential - Paths of the values that must exist, such as `messages.*.messageUuid`. Without any, null counts as an
 * empty object.
 *
 * @example
 * ```ts
 * import { readLeniently, addMessageResponseSchema } from '@messaging-service/contract';
 *
 * const { missing } = readLeniently(addMessageResponseSchema, { messages: null }, ['messages.*.messageUuid']);
 * console.log(missing);
 * ```
 */
export function readLeniently(
  schema: z.ZodMiniType,
  value: unknown,
  essential: readonly string[] = [],
): LenientReading {
  if (essential.length === 0 && !isRecord(value))
    return { value: {}, missing: value === null ? [] : [{ path: '', message: 'must be an object' }] };
  const missing: Issue[] = [];
  const paths = essential.map((path) => path.split('.'));
  const read = relax(schema, value, { essential: paths, path: [], missing });
  return { value: read, missing };
}

function relax(schema: z.core.$ZodType, value: unknown, walk: Walk): unknown {
  // The value cannot be used anyway.
  if (walk.missing.length >= MAX_ISSUES) return value;
  const parsed = parse(schema, value);
  if (parsed !== undefined) return parsed.value;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return isRecord(value) ? relaxMembers(def.shape, value, walk) : lacking(value, walk, 'an object');
    case 'array':
      return Array.isArray(value) ? relaxItems(def.element, value, walk) : lacking(value, walk, 'an array');
    case 'optional':
    case 'nullable':
      return relax(def.innerType, value, walk);
    case 'lazy':
      return relax(def.getter(), value, walk);
    case 'pipe':
      return relax(def.out, relax(def.in, value, walk), { ...walk, essential: [] });
    default:
      return walk.essential.length > 0 ? relaxEssential(def.type, value, walk) : value;
  }
}

function relaxMembers(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  value: object,
  walk: Walk,
): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...value };
  for (const [name, schema] of Object.entries(shape)) {
    const below = stepInto(walk, name, name);
    if (!Object.hasOwn(copy, name) && below.essential.length === 0) continue;
    const member = relax(schema, copy[name], below);
    // A null that the schema allows has a meaning; any other null means that the value is absent.
    if (member === null && parse(schema, null) === undefined) delete copy[name];
    else copy[name] = member;
  }
  return copy;
}

/** Empty places are left out, unless an identifier belongs there. */
function relaxItems(schema: z.core.$ZodType, items: readonly unknown[], walk: Walk): unknown[] {
  const isEssential = walk.essential.length > 0;
  const kept = isEssential ? items : items.filter((item) => item !== null);
  return kept.map((item, position) => relax(schema, item, stepInto(walk, '*', String(position))));
}

/** An identifier or a count. */
function relaxEssential(type: string, value: unknown, walk: Walk): unknown {
  if (type === 'string' && typeof value === 'number') return String(value);
  if (type === 'number' && typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  return lacking(value, walk, `a ${type}`);
}

/** Reports the essential values that cannot be here, because the value has another form. */
function lacking(value: unknown, { essential, path, missing }: Walk, expected: string): unknown {
  if (essential.length > 0) {
    const isAbsent = value === undefined || value === null || value === '';
    missing.push({ path: path.join('.'), message: isAbsent ? 'is required' : `must be ${expected}` });
  }
  return value;
}

function stepInto({ essential, path, missing }: Walk, step: string, name: string): Walk {
  const below = essential.filter(([first]) => first === step).map(([, ...rest]) => rest);
  return { essential: below, path: [...path, name], missing };
}

/** Parses a value; undefined if it does not fit. The second part of a pipe can throw, because the first part did not fit. */
function parse(schema: z.core.$ZodType, value: unknown): { readonly value: unknown } | undefined {
  try {
    const parsed = z.safeParse(schema, value);
    return parsed.success ? { value: parsed.data } : undefined;
  } catch {
    return undefined;
  }
}
