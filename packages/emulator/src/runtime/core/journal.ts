import type { Fact } from '../../domain/state/facts.ts';

/** A fact with its place in history. */
export interface JournalEntry {
  /** Its number, from 1, without gaps. */
  readonly seq: number;
  /** When it happened, in milliseconds since the epoch. */
  readonly at: number;
  readonly fact: Fact;
}

/**
 * The latest facts, for events and waits. It is bounded, so that the history does not fill the memory of a server that
 * runs for weeks. The facts of the latest call are always kept, however many they are. Listeners get every fact after
 * its transaction, in order. See EMU-11.
 */
export class Journal {
  readonly #limit: number;
  readonly #listeners = new Set<(entry: JournalEntry) => void>();
  #entries: JournalEntry[] = [];
  /** How many entries the listeners have not heard. */
  #unheard = 0;
  #calls = 0;
  #seq = 0;
  /** The number after which the history begins. */
  origin = 0;

  /** @param limit - How many entries of earlier calls are kept at least, the latest ones. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The number of the latest entry. */
  get seq(): number {
    return this.#seq;
  }

  /** How many calls have begun. */
  get calls(): number {
    return this.#calls;
  }

  /** The number of the oldest entry kept; one more than the latest when there is none. */
  get oldestSeq(): number {
    return this.#seq - this.#entries.length + 1;
  }

  /** The entry with a number, if it is kept. */
  entry(seq: number): JournalEntry | undefined {
    return this.#entries[seq - this.oldestSeq];
  }

  /** Forgets old facts, before those of a call. */
  beginCall(): void {
    this.#calls++;
    // Cutting the list costs its length, so it becomes twice as long first.
    if (this.#entries.length > 2 * this.#limit) this.#entries = this.entries();
  }

  append(at: number, fact: Fact): void {
    this.#entries.push({ seq: ++this.#seq, at, fact });
    if (this.#listeners.size > 0) this.#unheard++;
  }

  /** Passes the entries since the last time to the listeners. */
  announce(): void {
    const count = this.#unheard;
    this.#unheard = 0;
    if (count === 0 || this.#listeners.size === 0) return;
    for (const entry of this.#entries.slice(-count)) for (const listener of this.#listeners) listener(entry);
  }

  /** The latest entries, as many as the limit, oldest first. */
  entries(): JournalEntry[] {
    return this.#entries.slice(Math.max(0, this.#entries.length - this.#limit));
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
    this.#entries = [];
    this.#unheard = 0;
    this.#seq = seq;
    this.origin = seq;
  }
}
