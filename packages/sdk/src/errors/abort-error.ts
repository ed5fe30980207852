import { hasKind } from './kinds.ts';
import { MessagingError } from './messaging-error.ts';

/**
 * The caller's `signal` ended the call. `cause` is a copy of the signal's reason, API keys in it blotted out;
 * `maybeSent` says whether it was in time.
 */
export class AbortError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'AbortError';
}

/** Whether a value is an {@link AbortError}, of whichever copy of this package. */
export function isAbortError(value: unknown): value is AbortError {
  return hasKind(value, 'AbortError');
}
