import type { Issue } from '@messaging-service/contract';
import { summarize } from './issue-summary.ts';
import { type CallDetails, hasKind, MessagingError } from './messaging-error.ts';

/**
 * The request is wrong, so it was not sent: `attempts` is 0 and `maybeSent` false. The service would have answered
 * the same issues, with the code `invalid_request`.
 */
export class RequestValidationError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'RequestValidationError';

  /** Each field that is wrong, `path` being where it stands in the request, such as `messages.0.to`. */
  readonly issues: readonly Issue[];

  /** @internal */
  constructor(operation: string, issues: readonly Issue[], details?: CallDetails) {
    super(`${operation} was not sent: ${summarize(issues)}`, details);
    this.issues = issues;
  }
}

/** Whether a value is a {@link RequestValidationError}, of whichever copy of this package. */
export function isRequestValidationError(value: unknown): value is RequestValidationError {
  return hasKind(value, 'RequestValidationError');
}
