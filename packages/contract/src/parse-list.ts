import * as z from 'zod/mini';

/** Maximum number of issues. A request with 100,000 invalid numbers does not need a response of megabytes. */
export const MAX_ISSUES = 100;

/** The options that `validate` passes to the schemas, in addition to those of zod. */
export interface ParseContext extends z.core.ParseContextInternal {
  /** Unknown fields are dropped later: all of them have to be found, and they do not count as issues. */
  readonly ignoresUnknown?: boolean | undefined;
  /** Values that this version does not know are accepted: see {@link openTo}. */
  readonly allowsNewValues?: boolean | undefined;
}

type Payload = z.core.ParsePayload;

/**
 * A list with at least one item. Validation stops at the item with the hundredth issue, because zod itself spends
 * seconds on the issues of a million invalid items that are never reported.
 *
 * @param item - The schema of the items.
 * @param whenEmpty - The message for an empty list.
 */
export function list<Item extends z.ZodMiniType>(item: Item, whenEmpty: string): z.ZodMiniArray<Item> {
  const schema = z.array(item).check(z.refine((items: readonly unknown[]) => items.length > 0, whenEmpty));
  const parse = schema._zod.parse.bind(schema._zod);
  replaceParse(schema, (payload, context) => {
    if (!Array.isArray(payload.value)) return parse(payload, context);
    payload.value = parseItems(item, payload.value, { payload, context, path: [] });
    return payload;
  });
  return schema;
}

/** The collector of the issues of a list. */
interface Findings {
  readonly payload: Payload;
  readonly context: ParseContext;
  /** The path of the list in the payload. */
  readonly path: readonly PropertyKey[];
}

/** Validates items one after the other and stops once there are as many issues as are ever reported. */
export function parseItems(
  schema: z.core.$ZodType,
  items: Iterable<unknown>,
  { payload, context, path }: Findings,
): unknown[] {
  const values: unknown[] = [];
  let found = 0;
  for (const value of items) {
    const result = schema._zod.run({ value, issues: [] }, context) as Payload;
    for (const issue of result.issues) {
      // This does not use zod's own function, because `z.core` makes bundlers keep all of zod, including its 60
      // languages.
      Object.assign(issue, { path: [...path, values.length, ...(issue.path ?? [])] });
      payload.issues.push(issue);
      found += weightOf(issue, context);
    }
    if (found >= MAX_ISSUES) break;
    values.push(result.value);
  }
  return values;
}

/** One issue of zod can name many unknown fields. */
function weightOf(issue: z.core.$ZodRawIssue, { ignoresUnknown }: ParseContext): number {
  if (issue.code !== 'unrecognized_keys') return 1;
  return ignoresUnknown === true ? 0 : (issue.keys as readonly string[]).length;
}

type Parse = (payload: Payload, context: ParseContext) => z.core.util.MaybeAsync<Payload>;

/** Replaces the parsing of a schema. Its checks and its definition stay the same. */
export function replaceParse(schema: z.core.$ZodType, parse: Parse): void {
  schema._zod.parse = parse;
  // For schemas without checks, zod calls either of the two functions.
  if (schema._zod.def.checks === undefined || schema._zod.def.checks.length === 0) schema._zod.run = parse;
}

/**
 * Lets a schema accept more values if unknown values are allowed.
 *
 * @param schema - The schema for known values.
 * @param open - The schema that takes its place then.
 */
export function openTo<Schema extends z.core.$ZodType>(schema: Schema, open: z.core.$ZodType): Schema {
  const run = schema._zod.run.bind(schema._zod);
  schema._zod.run = (payload, context) => {
    const { allowsNewValues }: ParseContext = context;
    return allowsNewValues === true ? open._zod.run(payload, context) : run(payload, context);
  };
  return schema;
}
