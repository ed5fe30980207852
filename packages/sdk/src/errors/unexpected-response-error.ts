import type { Issue } from '@messaging-service/contract';
import { ResponseError, type ResponseErrorDetails } from './messaging-error.ts';

/**
 * The service reported success, but its response cannot be used: a redirect, a page instead of JSON, JSON that was cut
 * off, an object without its identifiers. With `responses: 'strict'`, also a response that differs from the contract in
 * any way. For a send, `maybeSent` is true: see `ids`.
 *
 * Logs and `toJSON` leave the body out, because it may contain texts, phone numbers or a new key.
 *
 * @example
 * ```ts
 * import { createMessagingClient, UnexpectedResponseError } from '@messaging-service/sdk';
 *
 * const { batches } = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 * });
 * try {
 *   await batches.listPending();
 * } catch (error) {
 *   if (!(error instanceof UnexpectedResponseError)) throw error;
 *   console.log(error.status, error.issues);
 * }
 * ```
 */
export class UnexpectedResponseError extends ResponseError {
  /** @internal */
  static override readonly kind: string = 'UnexpectedResponseError';

  /** Where the response differs from the contract; empty when it is not JSON at all. */
  readonly issues: readonly Issue[];

  /** @internal */
  constructor(message: string, issues: readonly Issue[], details: ResponseErrorDetails) {
    super(message, details);
    this.issues = issues;
  }
}
