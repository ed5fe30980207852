import { ApiError } from './api-errors.ts';
import type { CallDetails, MessagingError } from './messaging-error.ts';
import { RequestValidationError } from './request-validation-error.ts';
import { TimeoutError } from './timeout-error.ts';
import { UnexpectedResponseError } from './unexpected-response-error.ts';

type SimpleClass = new (message: string, details: CallDetails) => MessagingError;

/**
 * Copies the error of a shared request for one of its callers, with the identifiers of the caller's message.
 *
 * @param error - The error of the request.
 * @param operation - The name of the operation in messages.
 * @param ids - The identifiers.
 */
export function withIds(error: MessagingError, operation: string, ids: readonly string[]): MessagingError {
  const { message, attempts, maybeSent, cause } = error;
  const details = { attempts, maybeSent, cause, ids };
  if (error instanceof RequestValidationError)
    return new RequestValidationError(operation, error.issues, details);
  if (error instanceof TimeoutError) return new TimeoutError(operation, error.timeout, error.limit, details);
  if (error instanceof ApiError) {
    const { code, issues, retryAfterMs } = error;
    return new (error.constructor as typeof ApiError)(message, {
      ...details,
      response: responseOf(error),
      code,
      issues,
      retryAfterMs,
    });
  }
  if (error instanceof UnexpectedResponseError)
    return new UnexpectedResponseError(message, error.issues, { ...details, response: responseOf(error) });
  // The errors of lost connections and aborted calls have only a message and details.
  return new (error.constructor as SimpleClass)(message, details);
}

function responseOf({ status, headers, body }: ApiError | UnexpectedResponseError) {
  return { status, headers, body };
}
