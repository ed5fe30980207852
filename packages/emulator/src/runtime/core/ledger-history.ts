import type { Fact } from '../../domain/state/facts.ts';
import type { Account } from '../../domain/state/state.ts';
import type { Core } from './core.ts';
import type { Journal, JournalEntry, JournalOrigin } from './journal.ts';

/** The credits of an account at a moment. */
interface LedgerPoint {
  /** The fact that caused them. */
  readonly seq: number;
  /** When, in milliseconds since the epoch. */
  readonly at: number;
  readonly paid: number;
  readonly packaged: number;
  readonly held: number;
}

/** An event of an account's credits that a chart marks. */
interface LedgerMark {
  readonly seq: number;
  /** When, in milliseconds since the epoch. */
  readonly at: number;
  readonly type:
    | 'credits-topped-up'
    | 'paid-credits-reset'
    | 'packaged-credits-refilled'
    | 'threshold-crossed';
  /** The notification whose threshold was crossed. */
  readonly notificationUuid: string | null;
}

/** An account's credits over time, as far as the journal goes back. */
export interface LedgerHistory {
  readonly points: LedgerPoint[];
  readonly marks: LedgerMark[];
  /** When the oldest fact that is kept happened; null if the history begins with the account. */
  readonly keptSince: number | null;
}

type Buckets = Pick<LedgerPoint, 'paid' | 'packaged' | 'held'>;
const NAMES = ['paid', 'packaged', 'held'] as const;

/**
 * The ledger of an account as it was read last. It is updated from the journal, so that a read only processes new
 * facts.
 */
interface Followed {
  readonly origin: JournalOrigin;
  /** Number of the latest fact that was processed. */
  seq: number;
  /** The fact that created the account; undefined when the journal did not have it any more. */
  createdSeq: number | undefined;
  points: LedgerPoint[];
  marks: LedgerMark[];
  buckets: Buckets;
  /** The amount of a refill: an edit changes it. */
  refillAmount: number;
}

/** Accounts whose ledgers are kept for the next read. */
const MOST_FOLLOWED = 8;

const known = new WeakMap<Core, Map<string, Followed>>();

/**
 * Reads an account's ledger out of the journal, so that sending messages costs nothing extra. Facts contain
 * differences. If the journal does not begin with the account, the first values are computed from the current ones.
 *
 * @param after - Number of a fact: only what came after it is returned.
 */
export function ledgerHistory(core: Core, account: Account, after = 0): LedgerHistory {
  const { journal } = core;
  const { points, marks, createdSeq = 0 } = followed(core, account);
  const first = Math.max(after + 1, journal.oldestSeq);
  return {
    points: fromSeq(points, first).filter(isKnown),
    marks: fromSeq(marks, first),
    keptSince: createdSeq >= journal.oldestSeq ? null : (journal.entry(journal.oldestSeq)?.at ?? null),
  };
}

/** The rows from a fact on. They are in the order of facts. */
function fromSeq<Row extends { readonly seq: number }>(rows: readonly Row[], seq: number): Row[] {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as Row).seq < seq) low = middle + 1;
    else high = middle;
  }
  return rows.slice(low);
}

function followed(core: Core, account: Account): Followed {
  const { journal } = core;
  const ledgers = known.get(core) ?? new Map<string, Followed>();
  known.set(core, ledgers);
  let ledger = ledgers.get(account.uuid);
  if (ledger === undefined || ledger.origin !== journal.origin || ledger.seq < journal.oldestSeq - 1)
    ledger = begin(journal, account);
  // The ledger that was read latest is the last.
  ledgers.delete(account.uuid);
  ledgers.set(account.uuid, ledger);
  const [oldest] = ledgers.keys();
  if (ledgers.size > MOST_FOLLOWED && oldest !== undefined) ledgers.delete(oldest);
  follow(journal, account, ledger);
  return ledger;
}

/** A ledger before the first fact that the journal has. */
function begin(journal: Journal, account: Account): Followed {
  const entries = journal.entriesAfter(0);
  const created = entries.find(
    ({ fact }) => fact.type === 'account-created' && fact.accountUuid === account.uuid,
  );
  const isWhole = created !== undefined;
  const isEdited = entries.some(({ fact }) => isOwn(fact, account) && refillAmountOf(fact) !== undefined);
  const ledger = {
    origin: journal.origin,
    seq: journal.oldestSeq - 1,
    createdSeq: created?.seq,
    points: [],
    marks: [],
    buckets: { paid: 0, packaged: 0, held: 0 },
    refillAmount: isWhole ? 0 : isEdited ? Number.NaN : account.packaged.refillAmount,
  };
  return isWhole ? ledger : { ...ledger, buckets: startBefore(changesIn(entries, account, ledger), account) };
}

function follow(journal: Journal, account: Account, ledger: Followed): void {
  for (const entry of journal.entriesAfter(ledger.seq)) {
    const { seq, at, fact } = entry;
    ledger.seq = seq;
    ledger.marks.push(...markOf(entry, account));
    if (!isOwn(fact, account)) continue;
    ledger.refillAmount = refillAmountOf(fact) ?? ledger.refillAmount;
    const change = changeOf(fact, ledger.refillAmount);
    if (change === undefined) continue;
    ledger.buckets = changed(ledger.buckets, change);
    ledger.points.push({ seq, at, ...ledger.buckets });
  }
  forget(ledger, journal.oldestSeq);
}

/** Removes the rows that the journal no longer has, once they are more than half. */
function forget(ledger: Followed, oldestSeq: number): void {
  const middle = ledger.points[ledger.points.length >> 1];
  if (middle !== undefined && middle.seq < oldestSeq) ledger.points = fromSeq(ledger.points, oldestSeq);
  const [mark] = ledger.marks;
  if (mark !== undefined && mark.seq < oldestSeq) ledger.marks = fromSeq(ledger.marks, oldestSeq);
}

/** The effect of a fact on the buckets: a difference, or, on a reset, a new value. */
interface Change {
  readonly by?: Partial<Buckets>;
  readonly to?: Partial<Buckets>;
}

/** The changes of an account. A refill sets the bucket to the amount of that time, which an earlier edit shows. */
function changesIn(
  entries: readonly JournalEntry[],
  account: Account,
  { refillAmount: amountBefore }: Pick<Followed, 'refillAmount'>,
): Change[] {
  let refillAmount = amountBefore;
  return entries.flatMap(({ fact }) => {
    if (!isOwn(fact, account)) return [];
    refillAmount = refillAmountOf(fact) ?? refillAmount;
    return changeOf(fact, refillAmount) ?? [];
  });
}

function isOwn(fact: Fact, account: Account): boolean {
  return 'accountUuid' in fact && fact.accountUuid === account.uuid;
}

function refillAmountOf(fact: Fact): number | undefined {
  return fact.type === 'account-edited' ? fact.packaged?.refillAmount : undefined;
}

function changeOf(fact: Fact, refillAmount: number): Change | undefined {
  switch (fact.type) {
    case 'credits-held':
      return { by: { held: fact.credits } };
    case 'credits-released':
      return { by: { held: -fact.credits } };
    case 'credits-charged':
      return { by: { paid: -fact.paid, packaged: -fact.packaged } };
    case 'credits-granted':
      return { by: { paid: fact.paid, packaged: fact.packaged } };
    case 'credits-topped-up':
      return { by: { paid: fact.credits } };
    case 'paid-credits-reset':
      return { to: { paid: 0 } };
    case 'packaged-credits-refilled':
      return { to: { packaged: refillAmount } };
    default:
      return undefined;
  }
}

/** The value of a bucket before it was set to another value is unknown. */
function startBefore(changes: readonly Change[], { paid, packaged, held }: Account): Buckets {
  const start = { paid: paid.remaining, packaged: packaged.remaining, held };
  for (const change of changes) {
    for (const name of NAMES) {
      start[name] = change.to?.[name] === undefined ? start[name] - (change.by?.[name] ?? 0) : Number.NaN;
    }
  }
  return start;
}

function changed(buckets: Buckets, { by = {}, to = {} }: Change): Buckets {
  const next = { ...buckets };
  for (const name of NAMES) next[name] = to[name] ?? next[name] + (by[name] ?? 0);
  return next;
}

function isKnown({ paid, packaged, held }: LedgerPoint): boolean {
  return !Number.isNaN(paid + packaged + held);
}

function markOf({ seq, at, fact }: JournalEntry, account: Account): LedgerMark[] {
  switch (fact.type) {
    case 'threshold-crossed':
      if (!account.notificationUuids.includes(fact.notificationUuid)) return [];
      return [{ seq, at, type: fact.type, notificationUuid: fact.notificationUuid }];
    case 'credits-topped-up':
    case 'paid-credits-reset':
    case 'packaged-credits-refilled':
      return fact.accountUuid === account.uuid ? [{ seq, at, type: fact.type, notificationUuid: null }] : [];
    default:
      return [];
  }
}
