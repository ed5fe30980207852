import type { Core } from '../runtime/core/core.ts';
import type { JournalEntry } from '../runtime/core/journal.ts';

/** An instant to which the clock was moved. */
interface ClockMove {
  readonly instant: number;
}

/** The reader has missed the facts between the last one that it has and the next one that is kept. */
export interface Gap {
  readonly last: number;
  readonly next: number;
}

/** What happened, in the order in which it happened. */
export type LogEntry = JournalEntry | ClockMove;

/** Entries that wait for a reader that is busy. Those of the latest call do not count, because it can cause many. */
const MOST_PENDING = 100_000;

/** The place of a reader. */
export interface Place {
  /** The position of the next entry. */
  position: number;
  /** The last fact that the reader has. */
  lastSeq: number;
}

/**
 * What the readers of events have not read yet: one list for all of them, in which each has a place. While there are no
 * readers, it is empty. EMU-11.
 */
export class EventLog {
  readonly #core: Core;
  /** Each reader's place, with the function that tells it of new entries. */
  readonly #readers = new Map<Place, () => void>();
  #entries: LogEntry[] = [];
  /** The position of the first entry. Positions never change. */
  #first = 0;
  /** The latest call, and the position of its first entry. */
  #call = 0;
  #callStart = 0;
  #stops: readonly (() => void)[] = [];

  constructor(core: Core) {
    this.#core = core;
  }

  /** The position of the next entry that is added. */
  get end(): number {
    return this.#first + this.#entries.length;
  }

  /**
   * Adds a reader.
   *
   * @param since - The number of the last fact that it has, which the journal follows without a gap.
   * @param onEntry - Called when entries were added.
   */
  join(since: number, onEntry: () => void): Place {
    if (this.#readers.size === 0) this.#start();
    const place = { position: this.#positionAfter(since), lastSeq: since };
    this.#readers.set(place, onEntry);
    return place;
  }

  /** Removes a reader. */
  leave(place: Place): void {
    if (!this.#readers.delete(place) || this.#readers.size > 0) return;
    for (const stop of this.#stops) stop();
    this.#first = this.end;
    this.#entries = [];
  }

  /** The next entry for a reader, which moves on; a gap if it did not keep up, and undefined if there is no other yet. */
  read(place: Place): LogEntry | Gap | undefined {
    if (place.position <= this.#callStart - MOST_PENDING) return this.#gapAfter(place);
    const entry = this.#entries[place.position - this.#first];
    if (entry === undefined) return undefined;
    place.position++;
    if ('seq' in entry) place.lastSeq = entry.seq;
    return entry;
  }

  #start(): void {
    const { journal } = this.#core;
    this.#call = journal.calls;
    this.#callStart = this.end;
    this.#stops = [
      journal.listen((entry) => this.#add(entry)),
      this.#core.onMove((instant) => this.#add({ instant })),
    ];
  }

  #add(entry: LogEntry): void {
    const { calls } = this.#core.journal;
    if (this.#call !== calls) {
      this.#call = calls;
      this.#callStart = this.end;
      this.#forgetRead();
    }
    this.#entries.push(entry);
    for (const onEntry of this.#readers.values()) onEntry();
  }

  /** Forgets what all readers have read, or have lost. Cutting the list costs its length, so half of it must be of no use. */
  #forgetRead(): void {
    let needed = this.end;
    for (const { position } of this.#readers.keys()) needed = Math.min(needed, position);
    const useless = Math.max(needed, this.#callStart - MOST_PENDING) - this.#first;
    if (2 * useless < this.#entries.length) return;
    this.#entries = this.#entries.slice(useless);
    this.#first += useless;
  }

  /** The position of the facts after one. Those from before the first reader are taken from the journal. */
  #positionAfter(since: number): number {
    const { journal } = this.#core;
    let missing = journal.seq - since;
    let index = this.#entries.length;
    while (missing > 0 && index > 0) if ('seq' in (this.#entries[--index] as LogEntry)) missing--;
    if (missing === 0) return this.#first + index;
    const earlier = Array.from(
      { length: missing },
      (_, place) => journal.entry(since + 1 + place) as JournalEntry,
    );
    this.#entries = [...earlier, ...this.#entries];
    this.#first -= missing;
    return this.#first;
  }

  #gapAfter({ lastSeq }: Place): Gap {
    const kept = this.#entries.slice(Math.max(0, this.#callStart - MOST_PENDING - this.#first));
    const next = kept.find((entry) => 'seq' in entry);
    return { last: lastSeq, next: next?.seq ?? this.#core.journal.seq + 1 };
  }
}
