import { copyReason } from './foreign-error.ts';
import { type CallDetails, hasKind, MessagingError } from './messaging-error.ts';
import type { Redact } from './redact.ts';

/**
 * The caller's `signal` aborted the call. `cause` is a copy of the signal's reason, with API keys redacted;
 * `maybeSent` says whether the request may have left before.
 */
export class AbortError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'AbortError';
}

/**
 * Creates the error of a call that its caller aborted.
 *
 * @param operation - The operation's name in messages.
 * @param reason - The reason of the caller's signal.
 */
export function createAbortError(
  operation: string,
  reason: unknown,
  redact: Redact,
  details: CallDetails,
): AbortError {
  return new AbortError(`${operation} was aborted`, { ...details, cause: copyReason(reason, redact) });
}

/** Returns whether a value is an {@link AbortError}, also one of another copy of this package. */
export function isAbortError(value: unknown): value is AbortError {
  return hasKind(value, 'AbortError');
}
