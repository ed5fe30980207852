import { fail } from './errors.ts';

/**
 * Throws the error of an option. The message shows the value, so no option that holds a secret may be reported here.
 *
 * @param option - The name of the option.
 * @param expected - The values that it accepts, in words that can follow "must be".
 * @param value - The value that was passed.
 * @throws {WebhookVerificationError} `invalid_options`.
 */
export function invalid(option: string, expected: string, value: unknown): never {
  fail('invalid_options', `${option} must be ${expected}; got ${show(value)}`);
}

/** Objects are shown by their type, because they may hold anything. */
function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  // oxlint-disable-next-line typescript/no-base-to-string -- the linter does not see that objects are excluded.
  return typeof value === 'object' ? 'an object' : String(value);
}
