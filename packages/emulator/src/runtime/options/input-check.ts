import { validate } from '@messaging-service/contract';
import type * as z from 'zod/mini';

/**
 * Checks a value from code, where a wrong value is the programmer's mistake.
 *
 * @param sentence - The beginning of the error's message, such as `The fault is not valid`.
 * @throws {TypeError} The value is invalid. The message lists the issues.
 */
export function checkInput<T>(sentence: string, schema: z.ZodMiniType<T>, value: unknown): T {
  const checked = validate(schema, value);
  if (checked.ok) return checked.value;
  const problems = checked.issues.map(({ path, message }) => `  ${path || 'it'} ${message}`);
  throw new TypeError(`${sentence}:\n${problems.join('\n')}`);
}
