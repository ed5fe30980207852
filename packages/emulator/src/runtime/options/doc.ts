import * as z from 'zod/mini';

/**
 * The description of a schema and its example, as a check that accepts every value. The OpenAPI documents show both. Objects and
 * lists of objects need no example, because their members have some.
 */
export function doc<T>(description: string, ...examples: readonly unknown[]): z.core.$ZodCheck<T> {
  return z.meta<T>(examples.length === 0 ? { description } : { description, examples: [...examples] });
}
