import type * as z from 'zod/mini';

let test = 0;

/** Makes all schemas be created again when they are used next. */
export function forgetSchemas(): void {
  test += 1;
}

/**
 * Replaces `packages/contract/src/lazy.ts`: a schema is created once in each test, not once in each process.
 *
 * Otherwise only the first test that uses a schema would run the mutants of its creation.
 */
export function lazy<Schema extends z.core.$ZodType>(create: () => Schema): Schema {
  let created: Schema | undefined;
  let createdIn = test;
  const schema = (): Schema => {
    if (created === undefined || createdIn !== test) created = create();
    createdIn = test;
    return created;
  };
  const forwarding = new Proxy(Object.prototype, {
    get: (_, name): unknown => Reflect.get(schema(), name),
    has: (_, name) => Reflect.has(schema(), name),
  });
  return Object.create(forwarding) as Schema;
}
