import type * as z from 'zod/mini';

/**
 * A schema that is made when it is first used. Making all schemas would take most of the time of an import, and a program
 * uses few of them.
 *
 * A stand-in and not `z.lazy`, which is a schema of its own: its type would show, and making it takes time too.
 *
 * @param make - Makes the schema.
 */
/* @__NO_SIDE_EFFECTS__ */
export function lazy<Schema extends z.core.$ZodType>(make: () => Schema): Schema {
  let made: Schema | undefined;
  const schema = (): Schema => {
    made ??= make();
    return made;
  };
  const forwarding = new Proxy(Object.prototype, {
    get: (_, name): unknown => {
      // The member that zod reads at each use. From now on it is read directly.
      Object.defineProperty(standIn, '_zod', { value: schema()._zod });
      return Reflect.get(schema(), name);
    },
    // Libraries ask `'~standard' in schema`.
    has: (_, name) => Reflect.has(schema(), name),
  });
  const standIn = Object.create(forwarding) as Schema;
  return standIn;
}
