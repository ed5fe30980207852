import type { Issue } from '@messaging-service/contract';
import { summarize } from './issue-summary.ts';
import { hasKind, MessagingError } from './messaging-error.ts';

/**
 * The options of `createMessagingClient` are invalid: a missing or empty key, a base URL with credentials, a query or a
 * fragment, an unknown option. The function itself throws it.
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

/** Returns whether a value is a {@link ConfigurationError}, also one of another copy of this package. */
export function isConfigurationError(value: unknown): value is ConfigurationError {
  return hasKind(value, 'ConfigurationError');
}
