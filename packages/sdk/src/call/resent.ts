import { ApiError } from '../errors/api-errors.ts';
import type { MessagingError } from '../errors/messaging-error.ts';
import type { ReadValue } from './response.ts';
import type { WrittenRequest } from './write-request.ts';

/**
 * Returns the value of a call whose last attempt was refused because the service had processed an earlier attempt with
 * a lost response. Returns undefined if the refusal does not prove that. A request is queued as a whole or not at all,
 * so one repeated identifier proves that all messages were queued. The exception is a refusal that names only some of
 * the messages: another request has used these identifiers, unless the client generated them.
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
