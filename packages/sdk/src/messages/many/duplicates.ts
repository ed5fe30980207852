import { isDuplicateByRule } from '../../call/resent.ts';
import { ApiError } from '../../errors/api-errors.ts';
import type { MessagingError } from '../../errors/messaging-error.ts';
import type { Report } from '../../observe/logging.ts';
import type { SafeResendRule } from '../../options/options.ts';
import { type Entry, idOf } from './entry.ts';
import { namedPositions } from './split-refused.ts';

/** Messages of a request that was refused because of identifiers that were used before. */
export interface Duplicates {
  /** Messages that the service has queued before. */
  readonly queuedBefore: readonly Entry[];
  /** Messages whose identifier an earlier message of the same request has. */
  readonly repeated: readonly Entry[];
  /** Messages that were not queued, because a request is queued as a whole or not at all. */
  readonly rest: readonly Entry[];
}

/**
 * Finds the messages whose identifiers were used before. Returns undefined if the error does not say which messages they are.
 *
 * @param rule - How a service says it that does not have the code `duplicate_id`.
 * @param report - Logs a failure of the rule.
 */
export function findDuplicates(
  entries: readonly Entry[],
  error: MessagingError,
  rule: SafeResendRule | undefined,
  report: Report,
): Duplicates | undefined {
  if (!(error instanceof ApiError) || !isDuplicate(entries, error, rule, report)) return undefined;
  const named = entries.length === 1 ? new Set([0]) : namedPositions(error, entries.length);
  if (named.size === 0) return undefined;
  const queuedBefore: Entry[] = [];
  const repeated: Entry[] = [];
  const rest: Entry[] = [];
  const seen = new Set<string | undefined>();
  for (const [position, entry] of entries.entries()) {
    const id = idOf(entry)?.toLowerCase();
    const list = !named.has(position) ? rest : seen.has(id) ? repeated : queuedBefore;
    list.push(entry);
    seen.add(id);
  }
  return { queuedBefore, repeated, rest };
}

function isDuplicate(
  entries: readonly Entry[],
  error: ApiError,
  rule: SafeResendRule | undefined,
  report: Report,
): boolean {
  if (error.code === 'duplicate_id') return true;
  // The client has just generated the identifiers, so no earlier run can have used them.
  if (rule === undefined || entries.every(({ madeId }) => madeId)) return false;
  return isDuplicateByRule(rule, error, report);
}
