import type { Issue } from '@messaging-service/contract';
import { summarize } from './issue-summary.ts';
import { hasKind, MessagingError } from './messaging-error.ts';

/**
 * The options of `createMessagingClient` are wrong: no key, an empty one, a base URL with credentials, a query or a
 * fragment, an option that does not exist. Thrown at once, by the function itself.
 */
export class ConfigurationError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'ConfigurationError';

  /** Each option that is wrong, `path` being its name. Values are never repeated: they may be secret. */
  readonly issues: readonly Issue[];

  /** @internal */
  constructor(issues: readonly Issue[]) {
    super(`The client cannot be made: ${summarize(issues)}`);
    this.issues = issues;
  }
}

/** Whether a value is a {@link ConfigurationError}, of whichever copy of this package. */
export function isConfigurationError(value: unknown): value is ConfigurationError {
  return hasKind(value, 'ConfigurationError');
}
