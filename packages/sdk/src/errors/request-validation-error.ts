import type { Issue } from '@messaging-service/contract';
import { summarize } from './issue-summary.ts';
import { type CallDetails, MessagingError } from './messaging-error.ts';

/**
 * The request is invalid and was not sent: `attempts` is 0 and `maybeSent` is false. The service would report the same
 * issues, with the code `invalid_request`.
 *
 * @example
 * ```ts
 * import { createMessagingClient, RequestValidationError } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 * });
 * try {
 *   await messages.sendOne({ to: '07700 900123', from: { type: 'shared' }, body: 'Hello' });
 * } catch (error) {
 *   if (!(error instanceof RequestValidationError)) throw error;
 *   for (const { path, message } of error.issues) console.log(path, message);
 * }
 * ```
 */
export class RequestValidationError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'RequestValidationError';

  /** Each invalid field; `path` is its place in the request, such as `messages.0.to`. */
  readonly issues: readonly Issue[];

  /** @internal */
  constructor(operation: string, issues: readonly Issue[], details?: CallDetails) {
    super(`${operation} was not sent: ${summarize(issues)}`, details);
    this.issues = issues;
  }
}
