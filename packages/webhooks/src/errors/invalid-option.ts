import { fail } from './errors.ts';

/**
 * Throws the error of an option. The message shows the value, so do not use this for an option that contains a secret.
 *
 * @param option - The name of the option.
 * @param expected - The values that it accepts, in words that can follow "must be".
 * @param value - The value that was passed.
 * @throws {WebhookVerificationError} `invalid_options`.
 */
export function invalid(option: string, expected: string, value: unknown): never {
  fail('invalid_options', `${option} must be ${expected}; got ${show(value)}.`);
}

/** Objects are shown by their type, because they may contain anything. */
function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  // oxlint-disable-next-line typescript/no-base-to-string -- the linter does not see that objects are excluded.
  return typeof value === 'object' ? 'an object' : String(value);
}
