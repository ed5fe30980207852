import { formatTimestamp } from '@messaging-service/contract';
import type { Core } from '@messaging-service/emulator/host';
import {
  type Account,
  bareNumber,
  changeText,
  count,
  DEFAULT_PAGE,
  type Endpoint,
  EXAMPLES,
  endpoint,
  flag,
  instant,
  type LedgerEntry,
  limit,
  lowerBound,
  numberFilter,
  openList,
  optional,
  parseSearch,
  part,
  periodFilter,
  requireAccount,
  type State,
  text,
  textFilter,
  timeFilters,
  windowOf,
  windowQuery,
} from '@messaging-service/emulator/host';
import * as z from 'zod/mini';

/** A page of the ledger: from its beginning, or after an earlier response. */
const ledgerQuery = z.strictObject({
  limit,
  cursor: optional(
    z.string().check(z.regex(/^\d{1,15}\.\d{1,15}$/, 'must be the cursor of an earlier response')),
    'The `cursor` of an earlier response.',
    '7.3',
  ),
});

const fact = {
  seq: count('Number of the fact in the history of the service.', 7),
  at: instant('When it happened.'),
};

const ledgerAnswer = z.strictObject({
  points: openList('The balances after each change, oldest first.', {
    ...fact,
    paid: count('Paid credits; negative for debt.', 1000),
    packaged: count('Packaged credits.', 0),
    held: count('Credits held for scheduled messages.', 0),
  }),
  marks: openList('Top-ups, refills, resets and crossed thresholds, oldest first.', fact),
  cursor: text('Pass it to the next call to read what comes after this response.', '7.3'),
  isContinued: flag('Whether points and marks continue the response that had the cursor of the call.', true),
  hasMore: flag('Whether the next call, with `cursor`, returns more that is there already.', false),
});

const entriesAnswer = z.looseObject({
  entries: openList('The changes of credits of the part, oldest first.', {
    ...fact,
    text: text('Description for users.', '1 message to +447700900123'),
  }),
  ...part,
});

const id = ['A UUID.', EXAMPLES.account] as const;

/** The credits of an account over time. */
export const LEDGER_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getLedger', 'GET /accounts/{id}/ledger', {
    tag: 'inspector',
    id,
    description:
      'Returns the credits of an account over time, in pages: from the beginning or, with the `cursor` of an earlier response, what comes after it.',
    query: ledgerQuery,
    answer: ledgerAnswer,
    run: ({ service: { core }, id: given, query }) =>
      readLedger(core, requireAccount(core.state, given), query),
  }),
  endpoint('listEntries', 'GET /accounts/{id}/entries', {
    tag: 'inspector',
    id,
    description: 'Lists the changes of the credits of an account, each with its batch.',
    query: windowQuery,
    answer: entriesAnswer,
    run: ({ service: { core }, id: given, query }) =>
      listEntries(core, requireAccount(core.state, given), query),
  }),
];

/**
 * Reads a page of the ledger of an account: from its beginning, or after an earlier response.
 *
 * @param query - The `cursor` of the earlier response, and how long the page is at most. When the ledger does not continue
 * that response, the page is the first one.
 */
export function readLedger(
  core: Core,
  account: Account,
  { cursor, limit: most = DEFAULT_PAGE }: z.output<typeof ledgerQuery>,
) {
  const { ledger } = account;
  const { origin, seq } = core.journal;
  const after = cursor === undefined ? undefined : continuedAfter(core, account, cursor);
  const first = after === undefined ? 0 : lowerBound(ledger, after + 1, seqOf);
  const entries = ledger.slice(first, first + most);
  const hasMore = first + most < ledger.length;
  return {
    points: entries.filter(isChange).map(viewPoint),
    marks: entries.flatMap(viewMark),
    cursor: `${origin}.${hasMore ? entries.at(-1)?.seq : seq}`,
    isContinued: after !== undefined,
    hasMore,
  };
}

function seqOf({ seq }: LedgerEntry): number {
  return seq;
}

/** Whether an entry changed credits: a warning does not. */
function isChange({ type }: LedgerEntry): boolean {
  return type !== 'threshold-crossed';
}

/** The entries that changed credits. */
function changesOf({ ledger }: Account): LedgerEntry[] {
  return ledger.filter(isChange);
}

/**
 * The number of the fact after which to continue; undefined when the history was replaced, or changes after it have been
 * joined.
 */
function continuedAfter(
  { journal: { origin, seq } }: Core,
  { ledger }: Account,
  cursor: string,
): number | undefined {
  const [begun, after = -1] = cursor.split('.').map(Number);
  // The joined changes are the oldest ones.
  const joined = lowerBound(ledger, 1, ({ type }) => (type === 'joined' ? 0 : 1));
  const joinedUntil = ledger[joined - 1]?.seq ?? 0;
  return begun === origin && after >= joinedUntil && after >= origin && after <= seq ? after : undefined;
}

function viewPoint({ seq, at, paid, packaged, held }: LedgerEntry) {
  return { seq, at: formatTimestamp(at), paid, packaged, held };
}

/** A change that a chart marks, with the notification whose threshold was crossed. */
function viewMark({ seq, at, type, about }: LedgerEntry) {
  switch (type) {
    case 'credits-topped-up':
    case 'paid-credits-reset':
    case 'packaged-credits-refilled':
    case 'threshold-crossed': {
      const notificationUuid = type === 'threshold-crossed' ? (about ?? null) : null;
      return [{ seq, at: formatTimestamp(at), type, notificationUuid }];
    }
    default:
      return [];
  }
}

/** Part of the changes of an account's credits, oldest first. */
function listEntries({ state, driver }: Core, account: Account, query: z.output<typeof windowQuery>) {
  const batchOf = ({ about = '' }: LedgerEntry) => state.batches.get(about);
  const numbersOf = (change: LedgerEntry) => batchOf(change)?.messages.map(({ to }) => bareNumber(to)) ?? [];
  const accepts = parseSearch<LedgerEntry>(
    query.q,
    {
      to: numberFilter(numbersOf),
      batch: textFilter(({ about }) => [about]),
      ...timeFilters(driver.now(), ({ at }) => at),
      during: periodFilter(driver.now(), ({ at }) => [at]),
    },
    (change) => ({
      texts: [changeText(change), batchOf(change)?.body ?? ''],
      numbers: numbersOf(change),
      ids: [change.about ?? ''],
    }),
  );
  const { rows, ...rest } = windowOf(changesOf(account), query, {
    accepts,
    view: (change) => viewEntry(state, change),
    idOf: ({ seq }) => String(seq),
  });
  return { entries: rows, ...rest };
}

/** A change of an account's credits, with the credits after it. */
export function viewEntry({ batches }: State, change: LedgerEntry) {
  /** The batch that was paid for; undefined for other changes, and for a batch that was cancelled. */
  const batch = batches.get(change.about ?? '');
  return {
    ...viewPoint(change),
    text: changeText(change),
    batchUuid: batch?.uuid ?? null,
    /** The first destination of the batch. */
    to: batch?.messages[0]?.to ?? null,
  };
}
