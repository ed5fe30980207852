import { formatTimestamp } from '@messaging-service/contract';

/** The things that the bins of a period count. */
export const RIBBON_KINDS = {
  queued: 'Messages that were queued.',
  delivered: 'Messages that were delivered.',
  failed: 'Messages that failed.',
  replies: 'Messages from handsets.',
  attempts: 'Webhook attempts.',
  failedAttempts: 'Webhook attempts without a response with status 200; `attempts` contains them.',
  refused: 'Calls of the public API that were refused or cut off.',
  faults: 'Calls of the public API, and webhooks, that a fault hit.',
  waiting: 'Messages that wait for their time or for their receipt.',
  retrying: 'Webhooks between two attempts.',
  schedules: 'Accounts that wait for the next run of their schedule.',
  dueMessages: 'Messages that are due to be sent.',
  dueReceipts: 'Messages whose receipt is due.',
  dueAttempts: 'Webhook attempts that are due.',
  dueSchedules: 'Schedules of accounts that are due.',
} as const;

export type RibbonKind = keyof typeof RIBBON_KINDS;

type Counts = Partial<Record<RibbonKind, number>>;

/** A part of a period: what happened after its beginning, up to and including its end. */
interface Bin extends Counts {
  readonly from: string;
  readonly to: string;
}

/**
 * Equal parts of a period, with the number of things of each kind in them. However much happens, there are as many parts.
 * A part begins after its first instant and contains its last one, like a move of the clock. EMU-27.
 */
export class RibbonBins {
  readonly #from: number;
  readonly #step: number;
  readonly #bins: Counts[];
  /** How many spans of a kind begin in a bin, less those that ended in the one before. */
  readonly #changes = new Map<RibbonKind, number[]>();

  constructor(from: number, to: number, length: number) {
    this.#from = from;
    this.#step = (to - from) / length;
    this.#bins = Array.from({ length }, () => ({}));
  }

  /** Counts what happened at an instant, if it is in the period. */
  add(kind: RibbonKind, at: number, count = 1): void {
    const bin = this.#bins[this.#indexOf(at)];
    if (bin !== undefined) bin[kind] = (bin[kind] ?? 0) + count;
  }

  /** Counts what lasts from one instant to another in each of the bins between them. */
  span(kind: RibbonKind, from: number, to: number, count = 1): void {
    const last = this.#bins.length - 1;
    const [first, end] = [this.#indexOf(from), this.#indexOf(to)];
    if (to <= from || end < 0 || first > last) return;
    let changes = this.#changes.get(kind);
    if (changes === undefined) this.#changes.set(kind, (changes = Array.from({ length: last + 2 }, () => 0)));
    changes[Math.max(0, first)]! += count;
    changes[Math.min(last, end) + 1]! -= count;
  }

  /** The bins that are not empty, in order. */
  view(): Bin[] {
    for (const [kind, changes] of this.#changes) this.#addSpans(kind, changes);
    return this.#bins.flatMap((counts, index) => {
      if (Object.keys(counts).length === 0) return [];
      return [{ from: this.#edge(index), to: this.#edge(index + 1), ...counts }];
    });
  }

  #addSpans(kind: RibbonKind, changes: readonly number[]): void {
    let open = 0;
    for (const [index, counts] of this.#bins.entries()) {
      open += changes[index] ?? 0;
      if (open > 0) counts[kind] = open;
    }
  }

  #indexOf(at: number): number {
    return Math.ceil((at - this.#from) / this.#step) - 1;
  }

  #edge(index: number): string {
    return formatTimestamp(Math.round(this.#from + index * this.#step));
  }
}
