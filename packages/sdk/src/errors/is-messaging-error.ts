import type { ErrorCode } from '@messaging-service/contract';
import type { ApiError } from './api-errors.ts';
import type * as classes from './classes.ts';
import { hasKind, type MessagingError } from './messaging-error.ts';

/** The classes of errors by their names. */
export type ErrorTypes = { [Name in keyof typeof classes]: InstanceType<(typeof classes)[Name]> };

/**
 * Returns whether a value is an error of this package. To check for one kind, pass the name of a class, such as
 * `TimeoutError`, or an error code of the service, such as `duplicate_id`. It also recognizes errors of another copy of
 * this package, where `instanceof` fails.
 *
 * @param value - Any value.
 *
 * @example
 * ```ts
 * import { createMessagingClient, isMessagingError, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient(optionsFromEnvironment());
 * const message = { to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' } as const;
 * await messages.sendOne(message).catch((error: unknown) => {
 *   if (isMessagingError(error, 'duplicate_id')) console.log('queued before', error.ids);
 *   else if (isMessagingError(error, 'TimeoutError')) console.log('no response in', error.timeout, 'ms');
 *   else if (isMessagingError(error)) console.log(error.message, error.maybeSent);
 *   else throw error;
 * });
 * ```
 */
export function isMessagingError(value: unknown): value is MessagingError;
export function isMessagingError<Name extends keyof ErrorTypes>(
  value: unknown,
  code: Name,
): value is ErrorTypes[Name];
export function isMessagingError<Code extends ErrorCode>(
  value: unknown,
  code: Code,
): value is ApiError & { readonly code: Code };
export function isMessagingError(value: unknown, code = 'MessagingError'): boolean {
  return hasKind(value, code) || (hasKind(value, 'ApiError') && (value as ApiError).code === code);
}
