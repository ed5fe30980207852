import { ApiError } from '../errors/api-errors.ts';
import type { MessagingError } from '../errors/messaging-error.ts';
import type { ReadValue } from './response.ts';
import type { WrittenRequest } from './write-request.ts';

/**
 * The value of a call whose last attempt was refused because an earlier one, whose response was lost, was processed;
 * undefined when the refusal does not prove that.
 *
 * A request is queued as a whole or not at all, so one repeated identifier stands for all of them. The exception is a
 * refusal that names some messages only: then these identifiers were used by someone else, unless the client made them.
 */
export function resentBefore<Value>(
  error: MessagingError,
  { resend, body, ids, ownIds }: WrittenRequest,
): ReadValue<Value> | undefined {
  if (resend === undefined || !(error instanceof ApiError)) return undefined;
  const { rule, describeQueued } = resend;
  const isDuplicate = rule === true ? error.code === 'duplicate_id' : rule.isDuplicate(error);
  if (!isDuplicate) return undefined;
  const named = new Set(error.issues.flatMap(({ path }) => /^messages\.(\d+)\./.exec(path)?.[1] ?? []));
  if (!ownIds && named.size > 0 && named.size < ids.length) return undefined;
  return { value: describeQueued(JSON.parse(body ?? 'null')) as Value };
}
