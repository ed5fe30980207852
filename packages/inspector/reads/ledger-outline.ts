import type { LedgerEntry } from '@messaging-service/emulator/host';

/** The credits that a chart has a line for. */
const LINES: readonly ((entry: LedgerEntry) => number)[] = [
  ({ paid }) => paid,
  ({ packaged }) => packaged,
  ({ held }) => held,
  ({ paid, packaged, held }) => paid + packaged - held,
];

/**
 * The entries that a chart with a number of columns shows: of each column, the last one of each type, and those at which a line is
 * lowest or highest. The columns are equal parts of the time, or of the list if all of it happened at one instant. However long a
 * ledger is, there are only so many entries. A ledger with fewer entries than columns is returned as a whole.
 *
 * @param ledger - Oldest first.
 */
export function outlineOf(ledger: readonly LedgerEntry[], columns: number): readonly LedgerEntry[] {
  const [first, last] = [ledger[0], ledger.at(-1)];
  if (first === undefined || last === undefined || ledger.length <= columns) return ledger;
  const duration = last.at - first.at;
  const columnOf = (index: number) => {
    const share = duration > 0 ? ((ledger[index]?.at ?? 0) - first.at) / duration : index / ledger.length;
    return Math.floor(share * columns);
  };
  const outline: LedgerEntry[] = [];
  for (let from = 0, index = 1; index <= ledger.length; index++) {
    if (index < ledger.length && columnOf(index) === columnOf(from)) continue;
    outline.push(...columnEntries(ledger.slice(from, index)));
    from = index;
  }
  return outline;
}

/** The entries of a column that a chart shows, in their order. */
function columnEntries(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const kept = new Set<LedgerEntry>(new Map(entries.map((entry) => [entry.type, entry])).values());
  for (const creditsOf of LINES) {
    kept.add(entries.reduce((lowest, entry) => (creditsOf(entry) < creditsOf(lowest) ? entry : lowest)));
    kept.add(entries.reduce((highest, entry) => (creditsOf(entry) > creditsOf(highest) ? entry : highest)));
  }
  return [...kept].toSorted((a, b) => a.seq - b.seq);
}
