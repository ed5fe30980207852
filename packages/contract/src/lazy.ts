import type * as z from 'zod/mini';

/**
 * Creates a schema when it is first used. Creating all schemas would take most of the time of an import, and a program uses
 * few of them.
 *
 * It returns a proxy. `z.lazy` is a schema itself: its type would be visible, and creating it takes time, too.
 *
 * @param create - Creates the schema.
 */
/* @__NO_SIDE_EFFECTS__ */
export function lazy<Schema extends z.core.$ZodType>(create: () => Schema): Schema {
  let created: Schema | undefined;
  const schema = (): Schema => {
    created ??= create();
    return created;
  };
  const forwarding = new Proxy(Object.prototype, {
    get: (_, name): unknown => {
      // The member that zod reads at each use. From now on it is read directly.
      Object.defineProperty(standIn, '_zod', { value: schema()._zod });
      return Reflect.get(schema(), name);
    },
    // Libraries check `'~standard' in schema`.
    has: (_, name) => Reflect.has(schema(), name),
  });
  const standIn = Object.create(forwarding) as Schema;
  return standIn;
}
