import type { Fact } from '../../domain/state/facts.ts';
import type { Account } from '../../domain/state/state.ts';
import type { Core } from './core.ts';
import type { Journal, JournalEntry } from './journal.ts';

/** The credits of an account at a moment. */
interface LedgerPoint {
  /** The fact that made it so. */
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
  /** When the oldest fact that is kept happened; null where the history begins with the account. */
  readonly keptSince: number | null;
}

type Buckets = Pick<LedgerPoint, 'paid' | 'packaged' | 'held'>;
const NAMES = ['paid', 'packaged', 'held'] as const;

/**
 * Reads an account's ledger out of the journal, so that sending messages costs nothing extra. Facts tell
 * differences; where the journal does not begin with the account, what it began with follows from what is there now.
 *
 * @param after - Number of a fact: only what came after it is returned.
 */
export function ledgerHistory({ journal }: Core, account: Account, after = 0): LedgerHistory {
  const entries = journal.entriesAfter(after);
  const isWhole = entries.some(
    ({ fact }) => fact.type === 'account-created' && fact.accountUuid === account.uuid,
  );
  const steps = stepsOf(entries, account, isWhole);
  let buckets = isWhole ? { paid: 0, packaged: 0, held: 0 } : startBefore(steps, account);
  const points: LedgerPoint[] = [];
  for (const { seq, at, change } of steps) {
    buckets = changed(buckets, change);
    points.push({ seq, at, ...buckets });
  }
  return {
    points: points.filter(isKnown),
    marks: entries.flatMap((entry) => markOf(entry, account)),
    keptSince: keptSince(journal, account),
  };
}

function keptSince(journal: Journal, account: Account): number | null {
  const oldest = journal.entry(journal.oldestSeq);
  if (oldest === undefined) return null;
  for (let { seq } = oldest; seq <= journal.seq; seq++) {
    const fact = journal.entry(seq)?.fact;
    if (fact?.type === 'account-created' && fact.accountUuid === account.uuid) return null;
  }
  return oldest.at;
}

/** How a fact changes the buckets: by a difference, or, on a reset, to a value. */
interface Change {
  readonly by?: Partial<Buckets>;
  readonly to?: Partial<Buckets>;
}

interface Step {
  readonly seq: number;
  readonly at: number;
  readonly change: Change;
}

/** A refill sets the bucket to the amount of that time, which an earlier edit shows. */
function stepsOf(entries: readonly JournalEntry[], account: Account, isWhole: boolean): Step[] {
  const steps: Step[] = [];
  const own = entries.filter(({ fact }) => 'accountUuid' in fact && fact.accountUuid === account.uuid);
  const isEdited = own.some(({ fact }) => refillAmountOf(fact) !== undefined);
  let refillAmount = isWhole ? 0 : isEdited ? Number.NaN : account.packaged.refillAmount;
  for (const { seq, at, fact } of own) {
    refillAmount = refillAmountOf(fact) ?? refillAmount;
    const change = changeOf(fact, refillAmount);
    if (change !== undefined) steps.push({ seq, at, change });
  }
  return steps;
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
function startBefore(steps: readonly Step[], { paid, packaged, held }: Account): Buckets {
  const start = { paid: paid.remaining, packaged: packaged.remaining, held };
  for (const { change } of steps) {
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
