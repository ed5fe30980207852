import { formatTimestamp } from '@messaging-service/contract';
import type { Account } from '../../../domain/state/state.ts';
import type { Core } from '../../../runtime/core/core.ts';
import type { Journal } from '../../../runtime/core/journal.ts';
import { type LedgerHistory, ledgerHistory } from '../../../runtime/core/ledger-history.ts';

/** A row whose instant is text. */
type Dated<Row extends { readonly at: number }> = Omit<Row, 'at'> & { readonly at: string };

/** `GET /accounts/{id}/ledger`. */
export interface LedgerResponse {
  readonly points: readonly Dated<LedgerHistory['points'][number]>[];
  readonly marks: readonly Dated<LedgerHistory['marks'][number]>[];
  /** When the oldest change that is kept was made; null if the history begins with the account. */
  readonly keptSince: string | null;
  /** Pass it to the next call to read only what came after this response. */
  readonly cursor: string;
  /** Whether the points and marks continue the response that had the cursor of the call. */
  readonly isContinued: boolean;
}

/**
 * Reads the ledger of an account, or only what came after an earlier response.
 *
 * @param cursor - The `cursor` of the earlier response. When the journal no longer continues it, the response is whole.
 */
export function readLedger(core: Core, account: Account, cursor: string | undefined): LedgerResponse {
  const { journal } = core;
  const after = cursor === undefined ? undefined : continuedAfter(journal, cursor);
  const { points, marks, keptSince } = ledgerHistory(core, account, after);
  return {
    points: points.map(dated),
    marks: marks.map(dated),
    keptSince: keptSince === null ? null : formatTimestamp(keptSince),
    cursor: `${journal.origin.seq}.${journal.seq}`,
    isContinued: after !== undefined,
  };
}

/**
 * The number of the fact after which to continue; undefined when facts in between are no longer kept, or the history
 * was replaced.
 */
function continuedAfter({ origin, seq, oldestSeq }: Journal, cursor: string): number | undefined {
  const [begun, after = -1] = cursor.split('.').map(Number);
  return begun === origin.seq && after >= oldestSeq - 1 && after <= seq ? after : undefined;
}

function dated<Row extends { readonly at: number }>(row: Row) {
  return { ...row, at: formatTimestamp(row.at) };
}
