import type { LedgerEntry } from './state.ts';

/** Changes that an account keeps one by one. */
const MOST_SINGLE = 100_000;

/** Changes are joined this many at a time, so that most changes cost nothing extra. */
const JOINED_AT_ONCE = 10_000;

const HOUR_MS = 60 * 60_000;

/** Joins the oldest changes of a ledger by hour, once it has enough of them beyond those that it keeps one by one. */
export function withOldestJoined(ledger: readonly LedgerEntry[]): readonly LedgerEntry[] {
  if (ledger.length < MOST_SINGLE + JOINED_AT_ONCE) return ledger;
  const joined: LedgerEntry[] = [];
  const firstSingle = ledger.length - MOST_SINGLE;
  // Fewer than that many have been made since the last time.
  if (ledger[firstSingle - JOINED_AT_ONCE]?.type === 'joined') return ledger;
  for (const entry of ledger.slice(0, firstSingle)) {
    const latest = joined.at(-1);
    if (latest !== undefined && hourOf(latest) === hourOf(entry))
      joined[joined.length - 1] = join(latest, entry);
    else joined.push(join(undefined, entry));
  }
  return [...joined, ...ledger.slice(firstSingle)];
}

function hourOf({ at }: LedgerEntry): number {
  return Math.floor(at / HOUR_MS);
}

/** One entry for two: the later credits, and the sum of what was charged. */
function join(earlier: LedgerEntry | undefined, later: LedgerEntry): LedgerEntry {
  const charged = later.type === 'credits-charged' || later.type === 'joined' ? later.credits : 0;
  return {
    ...later,
    type: 'joined',
    about: undefined,
    decidedBy: undefined,
    credits: (earlier?.credits ?? 0) + charged,
  };
}
