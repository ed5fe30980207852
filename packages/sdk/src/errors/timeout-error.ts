import { type CallDetails, MessagingError } from './messaging-error.ts';

/** The answer, its body included, was not there in time. For a send `maybeSent` is true: see `ids`. */
export class TimeoutError extends MessagingError {
  /** @internal */
  static override readonly name: string = 'TimeoutError';

  /** The time there was, in milliseconds. */
  readonly timeout: number;

  /** @internal */
  constructor(operation: string, timeout: number, details?: CallDetails) {
    super(`${operation} took longer than ${timeout} ms`, details);
    this.timeout = timeout;
  }
}
