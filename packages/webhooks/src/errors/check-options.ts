import { namesOf } from '@messaging-service/contract';
import { fail, invalid } from './errors.ts';

/**
 * Checks that options are an object whose names are known: a misspelled option would have no effect. An instance of a class may
 * have other members.
 *
 * @param options - The options; JavaScript callers may pass any value. It is not shown, because it may be a secret.
 * @param names - The names of all options.
 * @throws {WebhookVerificationError} `invalid_options`.
 */
export function checkOptions(options: unknown, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null)
    fail(
      'invalid_options',
      `options must be an object; got ${options == null ? options : `a ${typeof options}`}.`,
    );
  const unknown = namesOf(options).find((name) => !names.includes(name));
  if (unknown !== undefined)
    fail('invalid_options', `${unknown} is not an option; the options are ${names.join(', ')}.`);
}

/**
 * Checks the handler that an adapter gets, rather than at the first request.
 *
 * @throws {WebhookVerificationError} `invalid_options`.
 */
export function checkHandler(handler: unknown): void {
  if (typeof handler !== 'function')
    invalid('handler', 'the function that createWebhookHandler returns', handler);
}
