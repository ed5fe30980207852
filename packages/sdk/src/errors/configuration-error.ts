import type { Issue } from '@messaging-service/contract';
import { summarize } from './issue-summary.ts';
import { MessagingError } from './messaging-error.ts';

/**
 * The options of `createMessagingClient` are invalid: a missing or empty key, a base URL with credentials, a query or a
 * fragment, an unknown option. The function itself throws it.
 *
 * @example
 * ```ts
 * import { ConfigurationError, createMessagingClient } from '@messaging-service/sdk';
 *
 * try {
 *   createMessagingClient({
 *     baseUrl: process.env.MESSAGING_BASE_URL ?? '',
 *     accountKey: process.env.MESSAGING_ACCOUNT_KEY ?? '',
 *   });
 * } catch (error) {
 *   if (!(error instanceof ConfigurationError)) throw error;
 *   for (const { path, message } of error.issues) console.log(path, message);
 * }
 * ```
 */
export class ConfigurationError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'ConfigurationError';

  /** Each invalid option; `path` is its name. Values are never repeated, because they may be secret. */
  readonly issues: readonly Issue[];

  /** @internal */
  constructor(issues: readonly Issue[]) {
    super(`Invalid client options: ${summarize(issues)}`);
    this.issues = issues;
  }
}
