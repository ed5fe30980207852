import {
  type Check,
  type Checks,
  checkMembers,
  listOf,
  must,
  optionReader,
} from '@messaging-service/contract';
import { fail, invalid } from './errors.ts';

/** The options of a function are few, and the verifier is small: an error lists all of them. */
const read = optionReader(listOf);

/**
 * Reads options, and checks each of them.
 *
 * @param options - The options; JavaScript callers may pass any value. It is not shown, because it may be a secret.
 * @param checks - A check for each option.
 * @param required - The options that cannot be absent.
 * @throws {WebhookVerificationError} `invalid_options`.
 */
export function readOptions<Options extends object>(
  options: unknown,
  checks: Checks<Options>,
  ...required: (keyof Options)[]
): Options {
  const result = read(options, checks, required);
  if (result.ok) return result.value;
  const problems = result.issues.map(({ path, message }) => `${path || 'options'} ${message}`);
  fail('invalid_options', `${problems.join('; ')}.`, { issues: result.issues });
}

/** A check of an option that is an object with members by names. */
/* @__NO_SIDE_EFFECTS__ */
export function checkEach<Options extends object>(checks: Checks<Options>): Check {
  return checkMembers(read, checks);
}

/** Accepts a function. */
export const checkFunction = must('a function', (value) => typeof value === 'function');

/**
 * Checks the handler that an adapter gets, rather than at the first request.
 *
 * @throws {WebhookVerificationError} `invalid_options`.
 */
export function checkHandler(handler: unknown): void {
  if (typeof handler !== 'function')
    invalid('handler', 'the function that createWebhookHandler returns', handler);
}
