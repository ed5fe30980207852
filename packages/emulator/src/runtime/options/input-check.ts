import { isForeign, tagOf, validate } from '@messaging-service/contract';
import type * as z from 'zod/mini';

/**
 * Checks a value from code, where a wrong value is the programmer's mistake.
 *
 * @param sentence - The beginning of the error's message, such as `The fault is not valid`.
 * @throws {TypeError} The value is invalid. The message lists the issues.
 */
export function checkInput<T>(sentence: string, schema: z.ZodMiniType<T>, value: unknown): T {
  refuseForeign(sentence, value);
  const checked = validate(schema, value);
  if (checked.ok) return checked.value;
  const problems = checked.issues.map(({ path, message }) => `  ${path || 'it'} ${message}`);
  throw new TypeError(`${sentence}:\n${problems.join('\n')}`);
}

/**
 * Refuses a promise that was not awaited, or a map: it has no members, so it would count as an object that leaves all of them out.
 *
 * @param sentence - The beginning of the error's message.
 * @throws {TypeError}
 */
export function refuseForeign(sentence: string, value: unknown): void {
  if (typeof value === 'object' && value !== null && isForeign(value, []))
    throw new TypeError(`${sentence}:\n  it must be an object, not an instance of ${tagOf(value)}`);
}
