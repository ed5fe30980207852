import { isKnownCode } from '../errors/api-error-class.ts';
import { ApiError } from '../errors/api-errors.ts';
import { RequestValidationError } from '../errors/call-errors.ts';
import type { MessagingError, Progress } from '../errors/messaging-error.ts';
import type { Report } from '../observe/logging.ts';
import type { SafeResendRule } from '../options/options.ts';
import type { ReadValue } from './response.ts';
import type { WrittenRequest } from './write-request.ts';

/**
 * Returns the value of a call whose last attempt was refused because the service had processed an earlier attempt. Returns
 * undefined if the refusal does not prove that. A request is queued as a whole or not at all, so one repeated identifier
 * proves that all messages were queued. The exception is a refusal that names only some of the messages: another request has
 * used these identifiers, unless the client generated them.
 *
 * @param before - The attempts before the refused one.
 * @param report - Logs a failure of the caller's rule.
 */
export function resentBefore(
  error: MessagingError,
  { resend, body, ids, ownIds }: WrittenRequest,
  before: Progress,
  report: Report,
): ReadValue | undefined {
  if (resend === undefined || !(error instanceof ApiError)) return undefined;
  const { rule, describeQueued } = resend;
  const isProof =
    rule === true
      ? // Nothing but this call can have used identifiers that were generated for it.
        error.serviceCode === 'duplicate_id' && (before.maybeSent || ownIds)
      : before.maybeSent && isDuplicateByRule(rule, error, report);
  if (!isProof) return undefined;
  const named = namedPositions(error);
  if (!ownIds && named.size > 0 && named.size < ids.length) return undefined;
  return { value: describeQueued(JSON.parse(body ?? 'null')) };
}

/** Returns the positions of messages that the issues of an error name, as in `messages.17.to`: those below `count`. */
export function namedPositions(error: MessagingError, count = Number.POSITIVE_INFINITY): ReadonlySet<number> {
  const issues = error instanceof RequestValidationError || error instanceof ApiError ? error.issues : [];
  const positions = issues.flatMap(({ path }) => /^messages\.(\d+)(?:\.|$)/.exec(path)?.[1] ?? []);
  return new Set(positions.map(Number).filter((position) => position < count));
}

/**
 * Returns whether a rule of the caller recognizes a refusal of repeated identifiers. The rule is not asked about other codes
 * of the service: they name another reason, and nothing was queued. A rule that throws recognizes nothing, because the call
 * must end with the error that says what was sent.
 */
export function isDuplicateByRule(rule: SafeResendRule, error: ApiError, report: Report): boolean {
  const isOtherReason = isKnownCode(error.serviceCode) && error.serviceCode !== 'duplicate_id';
  if (isOtherReason) return false;
  try {
    // A JavaScript caller may return anything, such as a promise.
    return (rule.isDuplicate(error) as unknown) === true;
  } catch (thrown) {
    report('the rule isDuplicate', thrown);
    return false;
  }
}
