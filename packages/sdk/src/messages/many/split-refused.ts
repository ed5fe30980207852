import { ApiError } from '../../errors/api-error.ts';
import {
  InvalidKeyError,
  NotFoundError,
  RateLimitError,
  SenderNotOwnedError,
  ServerError,
} from '../../errors/api-errors.ts';
import type { MessagingError } from '../../errors/messaging-error.ts';
import { RequestValidationError } from '../../errors/request-validation-error.ts';
import { type Entry, senderOf } from './entry.ts';

/** Refusals that have nothing to do with what was in the request: in smaller pieces it would be refused as well. */
const ABOUT_ALL = [InvalidKeyError, NotFoundError, RateLimitError, ServerError];
const METHOD_NOT_ALLOWED = 405;

/**
 * Divides a refused request into smaller ones, so that in the end whoever is at fault stands alone. No parts at all
 * when dividing it is of no use, or not safe: only what was refused for certain may be sent again.
 *
 * Where the error tells who is at fault, they are parted from the others at once; else the request is halved, the
 * first half first, so that credits last for messages in their order.
 */
export function splitRefused<One extends Entry>(
  entries: readonly One[],
  error: MessagingError,
  defaults: unknown,
): readonly (readonly One[])[] {
  if (entries.length < 2 || !isAboutMessages(error)) return [];
  if (error instanceof SenderNotOwnedError) return partBySender(entries, defaults);
  const named = namedPositions(error);
  const accused = entries.filter((_, position) => named.has(position));
  if (accused.length > 0) {
    const others = entries.filter((_, position) => !named.has(position));
    return [...(others.length > 0 ? [others] : []), ...accused.map((entry) => [entry])];
  }
  const middle = Math.ceil(entries.length / 2);
  return [entries.slice(0, middle), entries.slice(middle)];
}

function isAboutMessages(error: MessagingError): boolean {
  if (error.maybeSent) return false;
  if (error instanceof RequestValidationError) return true;
  if (!(error instanceof ApiError) || ABOUT_ALL.some((refusal) => error instanceof refusal)) return false;
  // A code says that the service itself judged the request; a bare 403 may be any firewall's.
  return error.status !== METHOD_NOT_ALLOWED && (error.code !== undefined || error.constructor !== ApiError);
}

/** Messages of one sender share its fate. With one sender among them all, each by itself would be refused too. */
function partBySender<One extends Entry>(
  entries: readonly One[],
  defaults: unknown,
): readonly (readonly One[])[] {
  const parts = Map.groupBy(entries, (entry) => senderOf(entry, defaults));
  return parts.size < 2 ? [] : [...parts.values()];
}

/** The messages that the issues name, as in `messages.17.to`. */
function namedPositions(error: MessagingError): ReadonlySet<number> {
  const issues = error instanceof RequestValidationError || error instanceof ApiError ? error.issues : [];
  const positions = issues.flatMap(({ path }) => /^messages\.(\d+)(?:\.|$)/.exec(path)?.[1] ?? []);
  return new Set(positions.map(Number));
}
