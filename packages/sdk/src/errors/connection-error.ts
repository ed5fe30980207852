import { hasKind, MessagingError } from './messaging-error.ts';

/**
 * There was no answer, or not all of one: the connection was refused, reset or lost, or the name was not found.
 *
 * `maybeSent` is false only where the request provably never left, as with a refused connection. `cause` says what the
 * runtime reported, as a plain error with its `code`.
 */
export class ConnectionError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'ConnectionError';
}

/** Whether a value is a {@link ConnectionError}, of whichever copy of this package. */
export function isConnectionError(value: unknown): value is ConnectionError {
  return hasKind(value, 'ConnectionError');
}
