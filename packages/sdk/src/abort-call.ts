import { AbortError } from './errors/abort-error.ts';
import type { CallDetails } from './errors/messaging-error.ts';
import { copyReason } from './foreign-error.ts';
import type { Redact } from './redact.ts';

/** The error of a call that its caller ended. */
export function abortError(
  operation: string,
  reason: unknown,
  redact: Redact,
  details: CallDetails,
): AbortError {
  return new AbortError(`${operation} was aborted`, { ...details, cause: copyReason(reason, redact) });
}
