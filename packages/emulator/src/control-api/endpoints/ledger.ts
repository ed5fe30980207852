import { formatTimestamp } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { type Account, bareNumber, type LedgerEntry, type State } from '../../domain/state/state.ts';
import { requireAccount } from '../../domain/use-cases/accounts.ts';
import { windowOf } from '../../domain/views/list-window.ts';
import { parseSearch } from '../../domain/views/search.ts';
import { numberFilter, textFilter, timeFilters } from '../../domain/views/search-filters.ts';
import type { Core } from '../../runtime/core/core.ts';
import { optional } from '../../runtime/options/doc.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { windowQuery } from '../queries.ts';
import { count, EXAMPLES, flag, instant, openList, part, text } from '../values.ts';

/** The whole ledger, or what came after an earlier response. */
const ledgerQuery = z.strictObject({
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
  cursor: text('Pass it to the next call to read only what came after this response.', '7.3'),
  isContinued: flag('Whether points and marks continue the response that had the cursor of the call.', true),
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
      'Returns the credits of an account over time: all of them or, with the `cursor` of an earlier response, only what came after it.',
    query: ledgerQuery,
    answer: ledgerAnswer,
    run: ({ service: { core }, id: given, query }) =>
      readLedger(core, requireAccount(core.state, given), query.cursor),
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
 * Reads the ledger of an account, or only what came after an earlier response.
 *
 * @param cursor - The `cursor` of the earlier response. When the ledger does not continue it, the response is whole.
 */
export function readLedger(core: Core, account: Account, cursor: string | undefined) {
  const { ledger } = account;
  const { origin, seq } = core.journal;
  const after = cursor === undefined ? undefined : continuedAfter(core, account, cursor);
  const isNew = (entry: LedgerEntry) => after === undefined || entry.seq > after;
  return {
    points: changesOf(account).filter(isNew).map(viewPoint),
    marks: ledger.filter(isNew).flatMap(viewMark),
    cursor: `${origin}.${seq}`,
    isContinued: after !== undefined,
  };
}

/** The entries that changed credits: a warning does not. */
export function changesOf({ ledger }: Account): LedgerEntry[] {
  return ledger.filter(({ type }) => type !== 'threshold-crossed');
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
  const joinedUntil = ledger.findLast(({ type }) => type === 'joined')?.seq ?? 0;
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
    },
    (change) => ({
      texts: [changeText(change), batchOf(change)?.body ?? ''],
      numbers: numbersOf(change),
      ids: [change.about ?? ''],
    }),
  );
  const { rows, ...rest } = windowOf(changesOf(account).filter(accepts), query, {
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

/** Changes of credits in words. */
const WORDS: Readonly<Record<LedgerEntry['type'], string>> = {
  'credits-held': 'held #',
  'credits-released': 'released #',
  'credits-charged': 'charged #',
  'credits-granted': 'began with #',
  'credits-topped-up': 'top-up of #',
  'paid-credits-reset': 'paid credits reset to zero',
  'packaged-credits-refilled': 'packaged credits refilled',
  'threshold-crossed': 'warning threshold crossed',
  joined: 'changes of an hour: charged #',
};

/** A change of credits in words, such as `charged 3 credits`. */
export function changeText({ type, credits }: LedgerEntry): string {
  return WORDS[type].replace('#', `${credits} ${credits === 1 ? 'credit' : 'credits'}`);
}
