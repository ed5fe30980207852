import type { ErrorCode } from '@messaging-service/contract';
import type { AbortError } from './abort-error.ts';
import type {
  ApiError,
  ConflictError,
  InsufficientCreditsError,
  InvalidKeyError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  SenderNotOwnedError,
  ServerError,
} from './api-errors.ts';
import type { ConfigurationError } from './configuration-error.ts';
import type { ConnectionError } from './connection-error.ts';
import { hasKind, type MessagingError, type ResponseError } from './messaging-error.ts';
import type { ReceiptsTimeoutError } from './receipts-timeout-error.ts';
import type { RequestValidationError } from './request-validation-error.ts';
import type { SendManyStoppedError } from './send-many-stopped-error.ts';
import type { TimeoutError } from './timeout-error.ts';
import type { UnexpectedResponseError } from './unexpected-response-error.ts';

/** The classes of errors by their names. */
export interface ErrorTypes {
  /** The caller's signal aborted the call. */
  AbortError: AbortError;
  /** A response with a status of 400 or more. */
  ApiError: ApiError;
  /** An option of the client is invalid. */
  ConfigurationError: ConfigurationError;
  /** The request conflicts with the state of the service. */
  ConflictError: ConflictError;
  /** There was no complete response. */
  ConnectionError: ConnectionError;
  /** Too few credits. */
  InsufficientCreditsError: InsufficientCreditsError;
  /** The key was refused. */
  InvalidKeyError: InvalidKeyError;
  /** The service found the request invalid. */
  InvalidRequestError: InvalidRequestError;
  /** The batch or account does not exist. */
  NotFoundError: NotFoundError;
  /** Too many requests. */
  RateLimitError: RateLimitError;
  /** The time to wait for receipts is up. */
  ReceiptsTimeoutError: ReceiptsTimeoutError;
  /** The client found the request invalid and did not send it. */
  RequestValidationError: RequestValidationError;
  /** The base of errors that a response causes. */
  ResponseError: ResponseError;
  /** `messages.sendMany` stopped. */
  SendManyStoppedError: SendManyStoppedError;
  /** The account does not own the sender ID. */
  SenderNotOwnedError: SenderNotOwnedError;
  /** The service or a gateway failed. */
  ServerError: ServerError;
  /** There was no complete response in time. */
  TimeoutError: TimeoutError;
  /** The response is not one of the service. */
  UnexpectedResponseError: UnexpectedResponseError;
}

/**
 * Returns whether a value is an error of this package, of any class, of one class, or with one error code of the service. It
 * also recognizes errors of another copy of this package, where `instanceof` fails. The second argument is an error code of
 * the service, such as `duplicate_id`, or the name of a class, such as `TimeoutError`.
 *
 * @param value - Any value.
 *
 * @example
 * ```ts
 * import { createMessagingClient, isMessagingError } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 * });
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
