import { formatTimestamp } from '@messaging-service/contract';
import type { Fact } from '../../../domain/state/facts.ts';
import type { Account } from '../../../domain/state/state.ts';
import {
  type ListWindow,
  mapWindow,
  type WindowBounds,
  windowOf,
} from '../../../domain/views/list-window.ts';
import type { Scan } from '../../../domain/views/scan.ts';
import { spelledNumber } from '../../../domain/views/spelled-number.ts';
import { ledgerHistory } from '../../../runtime/core/ledger-history.ts';
import type { Service } from '../../../service/service.ts';

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

/** Part of the changes of an account's credits, oldest first, as far as the journal goes back. */
export function* listEntries(
  service: Service,
  account: Account,
  search: string,
  bounds: WindowBounds,
): Scan<ListWindow<LedgerEntry>> {
  const { core } = service;
  const needle = spelledNumber(search.trim().toLowerCase());
  const { points } = ledgerHistory(core, account);
  const view = ({ at, ...credits }: (typeof points)[number]): LedgerEntry => {
    const fact = core.journal.entry(credits.seq)?.fact;
    const batch = core.state.batches.get(batchOf(fact) ?? '');
    return {
      ...credits,
      at: formatTimestamp(at),
      text: fact === undefined ? '' : (entryText(fact) ?? ''),
      batchUuid: batch?.uuid ?? null,
      to: batch?.messages[0]?.to ?? null,
    };
  };
  const accepts = (point: (typeof points)[number]) => {
    if (needle === '') return true;
    const { text, to, batchUuid } = view(point);
    return [text, to, batchUuid].some((part) => part?.includes(needle));
  };
  return mapWindow(yield* windowOf(points, bounds, accepts, ({ seq }) => String(seq)), view);
}

/** A change of credits in words; undefined for other facts. */
export function entryText(fact: Fact): string | undefined {
  switch (fact.type) {
    case 'credits-held':
      return `held ${credits(fact.credits)}`;
    case 'credits-released':
      return `released ${credits(fact.credits)}`;
    case 'credits-charged':
      return `charged ${credits(fact.paid + fact.packaged)}`;
    case 'credits-granted':
      return `began with ${credits(fact.paid + fact.packaged)}`;
    case 'credits-topped-up':
      return `top-up of ${credits(fact.credits)}`;
    case 'paid-credits-reset':
      return 'paid credits reset to zero';
    case 'packaged-credits-refilled':
      return 'packaged credits refilled';
    default:
      return undefined;
  }
}

/** The batch that a fact is about. */
export function batchOf(fact: Fact | undefined): string | undefined {
  return fact !== undefined && 'batchUuid' in fact ? fact.batchUuid : undefined;
}

function credits(amount: number): string {
  return `${amount} ${amount === 1 ? 'credit' : 'credits'}`;
}
