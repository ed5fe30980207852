import * as z from 'zod/mini';
import { ZodMiniArray, ZodMiniLazy } from 'zod/mini';
import { $constructor } from 'zod/v4/core';

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

/** The definition of a schema that is chosen for each value. */
interface ChoiceDefinition extends z.core.$ZodLazyDef {
  readonly choose: (options: ValidationOptions, value: unknown) => z.core.$ZodType;
}

/** A lazy schema, except that it is chosen again for each value. */
const Choice = /* @__PURE__ */ $constructor<ZodMiniLazy, ChoiceDefinition>('Choice', (schema, definition) => {
  ZodMiniLazy.init(schema, definition);
  schema._zod.parse = (payload, context: ParseContext) =>
    definition.choose(context, payload.value)._zod.run(payload, context);
});

/**
 * A schema that is chosen for each value.
 *
 * @param usual - The schema that describes the values in documents.
 * @param choose - Returns the schema that validates a value.
 */
export function choice<Schema extends z.core.$ZodType>(
  usual: Schema,
  choose: ChoiceDefinition['choose'],
): z.ZodMiniType<z.output<Schema>, z.input<Schema>> {
  const schema: unknown = new Choice({ type: 'lazy', getter: () => usual, choose });
  return schema as z.ZodMiniType<z.output<Schema>, z.input<Schema>>;
}

/**
 * Lets another schema take the place of a schema while unknown values are ignored.
 *
 * @param known - The schema for what this version knows.
 * @param open - The schema that takes its place.
 */
export function openTo<Schema extends z.core.$ZodType>(known: Schema, open: z.core.$ZodType) {
  return choice(known, ({ unknownValues }) => (unknownValues === 'ignore' ? open : known));
}

/** An object of a request. Its unknown fields are refused, or dropped if `validate` is to ignore them. See API-6. */
export function requestObject<Shape extends z.core.$ZodShape>(
  shape: Shape,
  ...checks: (z.core.$ZodCheck<Record<string, unknown>> | z.core.CheckFn<Record<string, unknown>>)[]
) {
  const rules = checks as z.core.CheckFn<unknown>[];
  const refusing = z.strictObject(shape).check(...rules);
  const dropping = z.object(shape).check(...rules);
  return choice(refusing, ({ unknownFields }) => (unknownFields === 'ignore' ? dropping : refusing));
}

/** Requires an item of a list. */
export const notEmpty = (message: string) =>
  z.refine<readonly unknown[]>((items) => items.length > 0, message);

/**
 * An array schema, except that validation stops at the item with the hundredth issue. zod itself spends seconds on the issues
 * of a million invalid items that are never reported, and more than about 100,000 of them overflow the stack.
 */
const List = /* @__PURE__ */ $constructor<ZodMiniArray>('List', (schema, definition) => {
  ZodMiniArray.init(schema, definition);
  schema._zod.parse = (payload, context) => {
    const input: unknown = payload.value;
    if (!Array.isArray(input)) {
      payload.issues.push({ code: 'invalid_type', expected: 'array', input, inst: schema });
      return payload;
    }
    const values: unknown[] = [];
    let found = 0;
    for (const value of input as unknown[]) {
      const item = definition.element._zod.run({ value, issues: [] }, context) as z.core.ParsePayload;
      for (const issue of item.issues) {
        // This does not use zod's own function, because `z.util` makes bundlers keep all utilities of zod.
        Object.assign(issue, { path: [values.length, ...(issue.path ?? [])] });
        payload.issues.push(issue);
        // One issue of zod can name many unknown fields.
        found += issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
      }
      if (found >= MAX_ISSUES) break;
      values.push(item.value);
    }
    payload.value = values;
    return payload;
  };
});

/** A list, with the schema of its items. Validation stops at the item with the hundredth issue. See ERR-1. */
export function list<Item extends z.core.$ZodType>(
  item: Item,
  ...checks: z.core.$ZodCheck<readonly unknown[]>[]
): z.ZodMiniArray<Item> {
  return new List({ type: 'array', element: item, checks }) as ZodMiniArray<Item>;
}

/** Whether a value is an object with members, not a list. */
export function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
