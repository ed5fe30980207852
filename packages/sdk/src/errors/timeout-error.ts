import { type CallDetails, hasKind, MessagingError } from './messaging-error.ts';

/** Which of the two time limits was passed. */
export type TimeLimit = 'timeout' | 'totalTimeout';

/** The answer, its body included, was not there in time. For a send `maybeSent` is true: see `ids`. */
export class TimeoutError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'TimeoutError';

  /** The time there was, in milliseconds. */
  readonly timeout: number;
  /** The option it comes from: `timeout`, for one attempt, or `totalTimeout`, for all of them. */
  readonly limit: TimeLimit;

  /** @internal */
  constructor(operation: string, timeout: number, limit: TimeLimit, details?: CallDetails) {
    super(`${operation} took longer than ${timeout} ms${limit === 'timeout' ? '' : ' in all'}`, details);
    this.timeout = timeout;
    this.limit = limit;
  }
}

/** Whether a value is a {@link TimeoutError}, of whichever copy of this package. */
export function isTimeoutError(value: unknown): value is TimeoutError {
  return hasKind(value, 'TimeoutError');
}
