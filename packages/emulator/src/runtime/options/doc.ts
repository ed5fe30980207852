import * as z from 'zod/mini';

/**
 * Adds a description and an example to a schema. The OpenAPI documents show both. Objects and lists of objects need no example,
 * because their members have some.
 */
export function doc<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
  ...examples: readonly unknown[]
): Schema {
  return schema.check(
    z.meta(examples.length === 0 ? { description } : { description, examples: [...examples] }),
  );
}

/** Like {@link doc}, for a value that can be left out. */
export function optional<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
  ...examples: readonly unknown[]
): z.ZodMiniOptional<Schema> {
  return doc(z.optional(schema), description, ...examples);
}
