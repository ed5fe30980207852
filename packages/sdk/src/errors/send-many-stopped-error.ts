import { type CallDetails, hasKind, MessagingError } from './messaging-error.ts';

/**
 * `messages.sendMany` stopped because of `stopWhen`; `cause` is the error of the last request. It ends the iteration after
 * the outcomes of all messages that were read. It is also the error of messages that were read but not sent.
 */
export class SendManyStoppedError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'SendManyStoppedError';

  /** @internal */
  constructor(operation: string, cause: MessagingError, details?: CallDetails) {
    super(`${operation} stopped sending: ${cause.message}`, { ...details, cause });
  }
}

/** Returns whether a value is a {@link SendManyStoppedError}, also one of another copy of this package. */
export function isSendManyStoppedError(value: unknown): value is SendManyStoppedError {
  return hasKind(value, 'SendManyStoppedError');
}
