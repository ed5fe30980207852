import { formatTimestamp } from '@messaging-service/contract';
import {
  type Account,
  bareNumber,
  type LedgerEntry as Change,
  type State,
} from '../../domain/state/state.ts';
import { type ListWindow, mapWindow, type WindowBounds, windowOf } from '../../domain/views/list-window.ts';
import { parseSearch } from '../../domain/views/search.ts';
import { numberFilter, textFilter, timeFilters } from '../../domain/views/search-filters.ts';
import { changesOf } from './ledger.ts';

/** A change of an account's credits in `GET /accounts/{id}/entries`. */
export interface LedgerEntry {
  /** Number of the fact. */
  readonly seq: number;
  readonly at: string;
  /** The change in words, such as `charged 3 credits`. */
  readonly text: string;
  /** The credits after the change. */
  readonly paid: number;
  readonly packaged: number;
  readonly held: number;
  /** The batch that was paid for; null for other changes, and for a batch that was cancelled. */
  readonly batchUuid: string | null;
  /** The first destination of the batch. */
  readonly to: string | null;
}

/** Part of the changes of an account's credits, oldest first. */
export function listEntries(
  state: State,
  { ledger }: Account,
  { q = '', now }: { readonly q: string | undefined; readonly now: number },
  bounds: WindowBounds,
): ListWindow<LedgerEntry> {
  const batchOf = ({ about = '' }: Change) => state.batches.get(about);
  const numbersOf = (change: Change) => batchOf(change)?.messages.map(({ to }) => bareNumber(to)) ?? [];
  const view = (change: Change): LedgerEntry => {
    const { seq, at, paid, packaged, held } = change;
    const batch = batchOf(change);
    return {
      seq,
      at: formatTimestamp(at),
      text: changeText(change),
      paid,
      packaged,
      held,
      batchUuid: batch?.uuid ?? null,
      to: batch?.messages[0]?.to ?? null,
    };
  };
  const accepts = parseSearch<Change>(
    q,
    {
      to: numberFilter(numbersOf),
      batch: textFilter(({ about }) => [about]),
      ...timeFilters(now, ({ at }) => at),
    },
    (change) => ({
      texts: [changeText(change), batchOf(change)?.body ?? ''],
      numbers: numbersOf(change),
      ids: [change.about ?? ''],
    }),
  );
  return mapWindow(
    windowOf(changesOf(ledger), bounds, accepts, ({ seq }) => String(seq)),
    view,
  );
}

/** A change of credits in words. */
export function changeText({ type, credits: amount, count }: Change): string {
  switch (type) {
    case 'credits-held':
      return `held ${credits(amount)}`;
    case 'credits-released':
      return `released ${credits(amount)}`;
    case 'credits-charged':
      return `charged ${credits(amount)}`;
    case 'credits-granted':
      return `began with ${credits(amount)}`;
    case 'credits-topped-up':
      return `top-up of ${credits(amount)}`;
    case 'paid-credits-reset':
      return 'paid credits reset to zero';
    case 'packaged-credits-refilled':
      return 'packaged credits refilled';
    case 'threshold-crossed':
      return 'warning threshold crossed';
    case 'joined':
      return `${count} changes of an hour, charged ${credits(amount)}`;
  }
}

function credits(amount: number): string {
  return `${amount} ${amount === 1 ? 'credit' : 'credits'}`;
}
