import type { JournalEntry } from '../../../src/runtime/core/journal.ts';

/** Checks facts for impossible events. It only reads the journal. */
export interface Listener {
  /** Gets one fact. */
  hear(entry: JournalEntry): void;
  /** All consequences of the facts so far have happened by now. */
  rest(now: number): void;
}
