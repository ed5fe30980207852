import type { Fact } from '../domain/facts.ts';

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
 * The log of facts: bounded, so that a server that runs for weeks does not fill up with history. Who listens hears of
 * every fact once its transaction is over, in order.
 */
export class Journal {
  readonly #limit: number;
  readonly #listeners = new Set<(entry: JournalEntry) => void>();
  #entries: JournalEntry[] = [];
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

  /** Where the history begins; another object after a restart, so that a reader notices it. */
  get origin(): JournalOrigin {
    return this.#origin;
  }

  /** The number of the oldest entry kept; one more than the latest when there is none. */
  get oldestSeq(): number {
    return Math.max(this.#entries[0]?.seq ?? this.#seq + 1, this.#seq - this.#limit + 1);
  }

  /** The entry with a number, if it is kept. */
  entry(seq: number): JournalEntry | undefined {
    return this.#entries[seq - (this.#entries[0]?.seq ?? 0)];
  }

  append(at: number, fact: Fact): void {
    const entry = { seq: ++this.#seq, at, fact };
    this.#entries.push(entry);
    // Cutting once the log is twice too long costs nothing on average; cutting at each fact would copy it each time.
    if (this.#entries.length >= 2 * this.#limit) this.#entries = this.#latest();
    if (this.#listeners.size > 0) this.#unheard.push(entry);
  }

  /** Tells the listeners what was appended since the last time. */
  announce(): void {
    if (this.#unheard.length === 0) return;
    const entries = this.#unheard;
    this.#unheard = [];
    for (const entry of entries) for (const listener of this.#listeners) listener(entry);
  }

  /** The entries kept, oldest first. */
  entries(): readonly JournalEntry[] {
    return this.#latest();
  }

  /** Has a listener hear of every entry from now on; the answer makes it stop. */
  listen(listener: (entry: JournalEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Forgets all entries and goes on from a number; listeners stay. */
  restart(seq: number): void {
    this.#entries = [];
    this.#unheard = [];
    this.#seq = seq;
    this.#origin = { seq };
  }

  #latest(): JournalEntry[] {
    return this.#entries.slice(Math.max(0, this.#entries.length - this.#limit));
  }
}
