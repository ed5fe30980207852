import { hasKind, MessagingError } from './messaging-error.ts';

/**
 * There was no complete response: the connection was refused, reset or lost, or the host name was not found.
 *
 * `maybeSent` is false only if the request provably never left, as with a refused connection. `cause` is the error of the
 * runtime, as a plain error with its `code`.
 */
export class ConnectionError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'ConnectionError';
}

/** Returns whether a value is a {@link ConnectionError}, also one of another copy of this package. */
export function isConnectionError(value: unknown): value is ConnectionError {
  return hasKind(value, 'ConnectionError');
}
