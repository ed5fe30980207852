import type { JournalEntry } from '../../../src/runtime/core/journal.ts';

/** Listens to facts for what must never happen. It sees nothing but the journal. */
export interface Listener {
  /** Hears one fact. */
  hear(entry: JournalEntry): void;
  /** Everything that follows from what it heard has happened by now. */
  rest(now: number): void;
}
