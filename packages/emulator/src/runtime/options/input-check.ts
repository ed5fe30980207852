import { type Validation, type ValidationOptions, validate } from '@messaging-service/contract';
import type * as z from 'zod/mini';
import { withSuggestions } from './suggestion.ts';

/** Validates a value, and suggests names for misspelled ones. */
export function validateInput<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  options?: ValidationOptions,
): Validation<T> {
  const checked = validate(schema, value, options);
  return checked.ok ? checked : { ok: false, issues: withSuggestions(schema, checked.issues) };
}

/**
 * Checks a value from code, where a wrong value is the programmer's mistake.
 *
 * @param sentence - The beginning of the error's message, such as `The fault is not valid`.
 * @throws {TypeError} The value is invalid. The message lists the issues.
 */
export function checkInput<T>(sentence: string, schema: z.ZodMiniType<T>, value: unknown): T {
  const checked = validateInput(schema, value);
  if (checked.ok) return checked.value;
  const problems = checked.issues.map(({ path, message }) => `  ${path || 'it'} ${message}`);
  throw new TypeError(`${sentence}:\n${problems.join('\n')}`);
}
