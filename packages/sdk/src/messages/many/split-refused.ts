import { isDuplicateByRule, namedPositions } from '../../call/resent.ts';
import {
  ApiError,
  ConflictError,
  InsufficientCreditsError,
  InvalidKeyError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  SenderNotOwnedError,
  ServerError,
} from '../../errors/api-errors.ts';
import { RequestValidationError } from '../../errors/call-errors.ts';
import type { MessagingError } from '../../errors/messaging-error.ts';
import type { Report } from '../../observe/logging.ts';
import type { SafeResendRule } from '../../options/options.ts';
import { type Entry, senderOf } from './entry.ts';
import type { FailedStatus } from './send-many-request.ts';

/**
 * The subject of a refusal. `request`: all messages are affected equally, or the outcome is unknown, so that smaller requests
 * do not help. `messages`: some of the messages. `unclear`: the error does not show it, as with services whose errors have
 * another form.
 */
export type Subject = 'request' | 'messages' | 'unclear';

/** Refusals that do not depend on the content of the request. */
const ABOUT_REQUEST = [InvalidKeyError, NotFoundError, RateLimitError, ServerError];
const STATUSES_ABOUT_REQUEST = [405, 407, 425];

/** Codes of refusals that single messages cause. The last one is caused by their total size. */
const CODES_ABOUT_MESSAGES = ['duplicate_id', 'shared_sender_unavailable', 'payload_too_large'];
const TOO_LARGE = 413;

/** Determines the subject of a refusal. Only certainly refused messages may be sent again. */
export function subjectOf(error: MessagingError, count: number): Subject {
  if (error.maybeSent) return 'request';
  if (error instanceof RequestValidationError) return 'messages';
  if (!(error instanceof ApiError) || ABOUT_REQUEST.some((refusal) => error instanceof refusal))
    return 'request';
  const { status, code = '' } = error;
  if (STATUSES_ABOUT_REQUEST.includes(status)) return 'request';
  const isAboutMessages =
    error instanceof SenderNotOwnedError ||
    error instanceof InsufficientCreditsError ||
    CODES_ABOUT_MESSAGES.includes(code) ||
    status === TOO_LARGE ||
    namedPositions(error, count).size > 0;
  return isAboutMessages ? 'messages' : 'unclear';
}

/** Refusals of a message that a repetition does not change. */
const ABOUT_MESSAGE = [InvalidRequestError, SenderNotOwnedError, ConflictError];
/** The address is wrong, not the message. */
const METHOD_NOT_ALLOWED = 405;

/** Determines what the error of a message means for it. */
export function statusOf(error: MessagingError): FailedStatus {
  if (error.maybeSent) return 'unknown';
  if (error instanceof RequestValidationError) return 'refused';
  if (!(error instanceof ApiError) || error.status === METHOD_NOT_ALLOWED) return 'not-sent';
  return ABOUT_MESSAGE.some((refusal) => error instanceof refusal) ? 'refused' : 'not-sent';
}

/**
 * Divides a refused request by its error. Returns undefined if the error does not name messages, and an empty list if each
 * part would be refused as well.
 */
export function partByError(
  entries: readonly Entry[],
  error: MessagingError,
  defaults: unknown,
): readonly (readonly Entry[])[] | undefined {
  if (error instanceof SenderNotOwnedError) return partBySender(entries, defaults);
  const named = namedPositions(error, entries.length);
  if (named.size === 0) return undefined;
  const others = entries.filter((_, position) => !named.has(position));
  const accused = entries.filter((_, position) => named.has(position));
  return [...(others.length > 0 ? [others] : []), ...accused.map((entry) => [entry])];
}

/** Groups messages by their sender. If all have the same sender, each of them would be refused as well. */
function partBySender(entries: readonly Entry[], defaults: unknown): readonly (readonly Entry[])[] {
  const parts = new Map<string, Entry[]>();
  for (const entry of entries) {
    const sender = senderOf(entry, defaults);
    const part = parts.get(sender);
    if (part === undefined) parts.set(sender, [entry]);
    else part.push(entry);
  }
  return parts.size < 2 ? [] : [...parts.values()];
}

/**
 * Finds the positions of messages whose identifiers were used before. Returns none if the error does not say which they are.
 *
 * @param rule - How a service says it that does not have the code `duplicate_id`.
 * @param report - Logs a failure of the rule.
 */
export function findDuplicates(
  entries: readonly Entry[],
  error: MessagingError,
  rule: SafeResendRule | undefined,
  report: Report,
): ReadonlySet<number> {
  if (!(error instanceof ApiError) || !isDuplicate(entries, error, rule, report)) return new Set();
  return entries.length === 1 ? new Set([0]) : namedPositions(error, entries.length);
}

function isDuplicate(
  entries: readonly Entry[],
  error: ApiError,
  rule: SafeResendRule | undefined,
  report: Report,
): boolean {
  if (error.serviceCode === 'duplicate_id') return true;
  // The client has just generated the identifiers, so no earlier run can have used them.
  if (rule === undefined || entries.every(({ madeId }) => madeId)) return false;
  return isDuplicateByRule(rule, error, report);
}
