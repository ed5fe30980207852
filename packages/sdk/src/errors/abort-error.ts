import { MessagingError } from './messaging-error.ts';

/** The caller's `signal` ended the call; `cause` is the signal's reason. `maybeSent` says whether it was in time. */
export class AbortError extends MessagingError {
  /** @internal */
  static override readonly name: string = 'AbortError';
}
