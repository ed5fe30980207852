import type { Fact } from '../../domain/state/facts.ts';

/** A fact with its place in history. */
export interface JournalEntry {
  /** Its number, from 1, without gaps. */
  readonly seq: number;
  /** When it happened, in milliseconds since the epoch. */
  readonly at: number;
  readonly fact: Fact;
}

/** The beginning of a history: the number after which it starts. */
export interface JournalOrigin {
  readonly seq: number;
}

/**
 * The log of facts: bounded, so that the history does not fill the memory of a server that runs for weeks. Listeners
 * get every fact after its transaction, in order.
 */
export class Journal {
  readonly #limit: number;
  readonly #listeners = new Set<(entry: JournalEntry) => void>();
  /**
   * The facts that are kept and their times, each at its number modulo the limit. Entries are made only for readers.
   */
  readonly #facts: Fact[] = [];
  readonly #times: number[] = [];
  #unheard: JournalEntry[] = [];
  #seq = 0;
  #origin: JournalOrigin = { seq: 0 };

  /** @param limit - How many entries are kept, the latest ones. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The number of the latest entry. */
  get seq(): number {
    return this.#seq;
  }

  /** The beginning of the history; a new object after a restart, so that a reader notices it. */
  get origin(): JournalOrigin {
    return this.#origin;
  }

  /** The number of the oldest entry kept; one more than the latest when there is none. */
  get oldestSeq(): number {
    return this.#seq - this.#facts.length + 1;
  }

  /** The entry with a number, if it is kept. */
  entry(seq: number): JournalEntry | undefined {
    return seq < this.oldestSeq || seq > this.#seq ? undefined : this.#at(seq);
  }

  append(at: number, fact: Fact): void {
    const seq = ++this.#seq;
    if (this.#limit > 0) {
      const place = this.#placeOf(seq);
      this.#facts[place] = fact;
      this.#times[place] = at;
    }
    if (this.#listeners.size > 0) this.#unheard.push({ seq, at, fact });
  }

  /** Passes the entries since the last time to the listeners. */
  announce(): void {
    if (this.#unheard.length === 0) return;
    const entries = this.#unheard;
    this.#unheard = [];
    for (const entry of entries) for (const listener of this.#listeners) listener(entry);
  }

  /** The entries kept, oldest first. */
  entries(): readonly JournalEntry[] {
    return this.entriesAfter(0);
  }

  /** The entries kept that come after a number, oldest first. */
  entriesAfter(seq: number): readonly JournalEntry[] {
    const first = Math.max(seq + 1, this.oldestSeq);
    return Array.from({ length: Math.max(0, this.#seq + 1 - first) }, (_, index) => this.#at(first + index));
  }

  /** Calls a listener with every entry from now on; the returned function ends that. */
  listen(listener: (entry: JournalEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Forgets all entries and continues from a number; listeners stay. */
  restart(seq: number): void {
    this.#facts.length = 0;
    this.#times.length = 0;
    this.#unheard = [];
    this.#seq = seq;
    this.#origin = { seq };
  }

  #at(seq: number): JournalEntry {
    const place = this.#placeOf(seq);
    return { seq, at: this.#times[place] as number, fact: this.#facts[place] as Fact };
  }

  #placeOf(seq: number): number {
    return (seq - this.#origin.seq - 1) % this.#limit;
  }
}
