import * as z from 'zod/mini';

/**
 * Options of `validate`.
 *
 * @example
 * ```ts
 * import { createAccountRequestSchema, validate } from '@messaging-service/contract';
 *
 * const body = { name: 'Reception', color: 'blue' };
 * validate(createAccountRequestSchema, body, { unknownFields: 'refuse', unknownValues: 'refuse' }).ok; // false
 * validate(createAccountRequestSchema, body, { unknownFields: 'ignore' }).ok; // true
 * ```
 */
export interface ValidationOptions {
  /**
   * `refuse` reports unknown fields, because a mistyped `sendAt` would send now. `ignore` drops them. Default:
   * `refuse`.
   */
  readonly unknownFields?: 'refuse' | 'ignore' | undefined;
  /** `ignore` accepts unknown channels, types of senders and short codes. Default: `refuse`. */
  readonly unknownValues?: 'refuse' | 'ignore' | undefined;
}

/** Maximum number of issues. A request with 100,000 invalid numbers does not need a response of megabytes. See ERR-1. */
export const MAX_ISSUES = 100;

/** zod passes the options of `validate` on to each schema. */
type ParseContext = z.core.ParseContextInternal & ValidationOptions;

/** A schema as zod runs it: it adds issues to the payload or replaces its value. */
type Run = (
  payload: z.core.ParsePayload,
  context: ParseContext,
) => z.core.util.MaybeAsync<z.core.ParsePayload>;

/** Replaces everything that a schema does. Its definition, which describes it, stays the same. */
export function replaceRun<Schema extends z.core.$ZodType>(schema: Schema, run: Run): Schema {
  schema._zod.run = run;
  return schema;
}

/**
 * Lets another schema take the place of a schema while an option of `validate` is `ignore`.
 *
 * @param schema - The schema for what this version knows.
 * @param open - The schema that takes its place.
 */
export function openTo<Schema extends z.core.$ZodType>(
  schema: Schema,
  open: z.core.$ZodType,
  option: keyof ValidationOptions = 'unknownValues',
): Schema {
  const run = schema._zod.run.bind(schema._zod);
  return replaceRun(schema, (payload, context) =>
    context[option] === 'ignore' ? open._zod.run(payload, context) : run(payload, context),
  );
}

/** An object of a request. Its unknown fields are refused, or dropped if `validate` is to ignore them. See API-6. */
export function requestObject<Shape extends z.core.$ZodShape>(
  shape: Shape,
  ...checks: z.core.CheckFn<Record<string, unknown>>[]
): z.ZodMiniObject<Shape, z.core.$strict> {
  const rules = checks as z.core.CheckFn<unknown>[];
  return openTo(z.strictObject(shape).check(...rules), z.object(shape).check(...rules), 'unknownFields');
}

/** Requires an item of a list. */
export const notEmpty = (message: string) =>
  z.refine<readonly unknown[]>((items) => items.length > 0, message);

/**
 * A list. Validation stops at the item with the hundredth issue, because zod itself spends seconds on the issues of a million
 * invalid items that are never reported, and more than about 100,000 of them overflow the stack.
 *
 * @param item - The schema of the items.
 */
export function list<Item extends z.core.$ZodType>(
  item: Item,
  ...checks: z.core.$ZodCheck<readonly unknown[]>[]
): z.ZodMiniArray<Item> {
  const schema = z.array(item);
  const parse = schema._zod.parse.bind(schema._zod);
  const collect: Run = (payload, context) => {
    if (!Array.isArray(payload.value)) return parse(payload, context);
    payload.value = parseItems(item, payload.value, { payload, context, path: [] });
    return payload;
  };
  if (checks.length === 0) return replaceRun(schema, collect);
  const checked = schema.check(...(checks as z.core.$ZodCheck<unknown>[]));
  checked._zod.parse = collect;
  return checked;
}

/** The collector of the issues of a list. */
interface Findings {
  readonly payload: z.core.ParsePayload;
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
    const result = schema._zod.run({ value, issues: [] }, context) as z.core.ParsePayload;
    for (const issue of result.issues) {
      // This does not use zod's own function, because `z.core` makes bundlers keep all of zod, including its 60
      // languages.
      Object.assign(issue, { path: [...path, values.length, ...(issue.path ?? [])] });
      payload.issues.push(issue);
      // One issue of zod can name many unknown fields.
      found += issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
    }
    if (found >= MAX_ISSUES) break;
    values.push(result.value);
  }
  return values;
}

/** Whether a value is an object with members, not a list. */
export function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
