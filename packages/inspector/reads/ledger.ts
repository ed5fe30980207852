import { formatTimestamp } from '@messaging-service/contract';
import type { Core } from '@messaging-service/emulator/host';
import {
  type Account,
  bareNumber,
  changeText,
  count,
  type Endpoint,
  EXAMPLES,
  endpoint,
  instant,
  type LedgerEntry,
  lowerBound,
  numberFilter,
  openList,
  parseSearch,
  part,
  periodFilter,
  requireAccount,
  text,
  textFilter,
  timeFilters,
  windowOf,
  windowQuery,
} from '@messaging-service/emulator/host';
import * as z from 'zod/mini';
import { binsParameter } from './bins.ts';
import { outlineOf } from './ledger-outline.ts';

const ledgerQuery = z.extend(windowQuery, {
  bins: binsParameter(
    'The columns of a chart, 1,000 at most. The response then has the entries that such a chart shows, and the one that `locate` names: if there are more entries than columns, of each column the last entry of each type, and those with the least and the most credits.',
  ),
});

const ledgerAnswer = z.looseObject({
  entries: openList('Changes of credits, and warnings about them, oldest first.', {
    seq: count('Number of the fact in the history of the service.', 7),
    number: count('Number of the entry in the ledger, from 1.', 3),
    at: instant('When it happened.'),
    type: text('Type of the fact.', 'credits-charged'),
    text: text('Description for users.', '1 message to +447700900123'),
    paid: count('Paid credits afterwards; negative for debt.', 1000),
    packaged: count('Packaged credits afterwards.', 0),
    held: count('Credits held for scheduled messages afterwards.', 0),
  }),
  ...part,
});

/** The credits of an account over time. */
export const LEDGER_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getLedger', 'GET /accounts/{id}/ledger', {
    tag: 'inspector',
    id: ['A UUID.', EXAMPLES.account],
    description:
      'Lists the changes of the credits of an account, each with the credits after it, and the thresholds that were crossed. With `bins`, it returns the outline of the whole list for a chart.',
    query: ledgerQuery,
    answer: ledgerAnswer,
    run: ({ service: { core }, id: given, query }) =>
      readLedger(core, requireAccount(core.state, given), query),
  }),
];

/** Part of the ledger of an account, or its outline. */
export function readLedger(core: Core, account: Account, { bins, ...query }: z.output<typeof ledgerQuery>) {
  const accepts = entrySearch(core, query.q);
  const view = (entry: LedgerEntry) => viewEntry(core, account, entry);
  const { rows, ...rest } = windowOf(account.ledger, query, { accepts, view, idOf });
  if (bins === undefined) return { entries: rows, ...rest };
  const found = account.ledger.filter(accepts);
  const located = found.find(({ seq }) => seq === Number(query.locate));
  const shown = new Set([...outlineOf(found, bins), ...(located === undefined ? [] : [located])]);
  return { entries: [...shown].toSorted((a, b) => a.seq - b.seq).map(view), ...rest };
}

function entrySearch({ state, driver }: Core, q: string | undefined): (entry: LedgerEntry) => boolean {
  const batchOf = ({ about = '' }: LedgerEntry) => state.batches.get(about);
  const numbersOf = (entry: LedgerEntry) => batchOf(entry)?.messages.map(({ to }) => bareNumber(to)) ?? [];
  return parseSearch<LedgerEntry>(
    q,
    {
      to: numberFilter(numbersOf),
      batch: textFilter(({ about }) => [about]),
      ...timeFilters(driver.now(), ({ at }) => at),
      during: periodFilter(driver.now(), ({ at }) => [at]),
    },
    (entry) => ({
      texts: [changeText(entry), batchOf(entry)?.body ?? ''],
      numbers: numbersOf(entry),
      ids: [entry.about ?? ''],
    }),
  );
}

function idOf({ seq }: LedgerEntry): string {
  return String(seq);
}

/** An entry of a ledger, with the credits after it. */
function viewEntry({ state: { batches } }: Core, { ledger }: Account, entry: LedgerEntry) {
  const { seq, at, type, about, paid, packaged, held } = entry;
  /** The batch that was paid for; undefined for other changes, and for a batch that was cancelled. */
  const batch = batches.get(about ?? '');
  return {
    seq,
    number: lowerBound(ledger, seq, (one) => one.seq) + 1,
    at: formatTimestamp(at),
    type,
    text: changeText(entry),
    paid,
    packaged,
    held,
    batchUuid: batch?.uuid ?? null,
    /** The first destination of the batch. */
    to: batch?.messages[0]?.to ?? null,
    /** The notification whose threshold was crossed. */
    notificationUuid: type === 'threshold-crossed' ? (about ?? null) : null,
  };
}
