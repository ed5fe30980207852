import { formatTimestamp } from '@messaging-service/contract';
import type { Account, LedgerEntry } from '../../domain/state/state.ts';
import type { Core } from '../../runtime/core/core.ts';

/** The credits of an account after a change. */
interface LedgerPoint {
  /** The number of the fact that caused them. */
  readonly seq: number;
  readonly at: string;
  readonly paid: number;
  readonly packaged: number;
  readonly held: number;
}

/** An event of an account's credits that a chart marks. */
interface LedgerMark {
  readonly seq: number;
  readonly at: string;
  readonly type: MarkType;
  /** The notification whose threshold was crossed. */
  readonly notificationUuid: string | null;
}

const MARK_TYPES = [
  'credits-topped-up',
  'paid-credits-reset',
  'packaged-credits-refilled',
  'threshold-crossed',
] as const satisfies readonly LedgerEntry['type'][];
type MarkType = (typeof MARK_TYPES)[number];

/** `GET /accounts/{id}/ledger`. */
export interface LedgerResponse {
  readonly points: readonly LedgerPoint[];
  readonly marks: readonly LedgerMark[];
  /** When the oldest change that is kept one by one was made; null if all are. Earlier ones are joined by hour. */
  readonly keptSince: string | null;
  /** Pass it to the next call to read only what came after this response. */
  readonly cursor: string;
  /** Whether the points and marks continue the response that had the cursor of the call. */
  readonly isContinued: boolean;
}

/**
 * Reads the ledger of an account, or only what came after an earlier response.
 *
 * @param cursor - The `cursor` of the earlier response. When the ledger does not continue it, the response is whole.
 */
export function readLedger(core: Core, { ledger }: Account, cursor: string | undefined): LedgerResponse {
  const { origin, seq } = core.journal;
  const after = cursor === undefined ? undefined : continuedAfter(core, ledger, cursor);
  const entries = after === undefined ? ledger : ledger.filter((entry) => entry.seq > after);
  const firstSingle = ledger[0]?.type === 'joined' ? ledger.find(({ type }) => type !== 'joined') : undefined;
  return {
    points: changesOf(entries).map(viewPoint),
    marks: entries.flatMap(viewMark),
    keptSince: firstSingle === undefined ? null : formatTimestamp(firstSingle.at),
    cursor: `${origin.seq}.${seq}`,
    isContinued: after !== undefined,
  };
}

/** The entries that changed credits: a warning does not. */
export function changesOf(ledger: readonly LedgerEntry[]): LedgerEntry[] {
  return ledger.filter(({ type }) => type !== 'threshold-crossed');
}

/**
 * The number of the fact after which to continue; undefined when the history was replaced, or changes after it have been
 * joined.
 */
function continuedAfter(
  { journal: { origin, seq } }: Core,
  ledger: readonly LedgerEntry[],
  cursor: string,
): number | undefined {
  const [begun, after = -1] = cursor.split('.').map(Number);
  const joinedUntil = ledger.findLast(({ type }) => type === 'joined')?.seq ?? 0;
  return begun === origin.seq && after >= joinedUntil && after >= origin.seq && after <= seq
    ? after
    : undefined;
}

function viewPoint({ seq, at, paid, packaged, held }: LedgerEntry): LedgerPoint {
  return { seq, at: formatTimestamp(at), paid, packaged, held };
}

function viewMark({ seq, at, type, about }: LedgerEntry): LedgerMark[] {
  const markType = MARK_TYPES.find((each) => each === type);
  if (markType === undefined) return [];
  const notificationUuid = markType === 'threshold-crossed' ? (about ?? null) : null;
  return [{ seq, at: formatTimestamp(at), type: markType, notificationUuid }];
}
