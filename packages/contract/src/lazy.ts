import type * as z from 'zod/mini';

/**
 * A schema that is made when it is first used. Making all schemas would take most of the time of an import, and a program
 * uses few of them.
 *
 * @param make - Makes the schema.
 */
/* @__NO_SIDE_EFFECTS__ */
export function lazy<Schema extends z.core.$ZodType>(make: () => Schema): Schema {
  let schema: Schema | undefined;
  return new Proxy({} as Schema, {
    get(_, name): unknown {
      schema ??= make();
      return Reflect.get(schema, name);
    },
  });
}
