import assert from 'node:assert/strict';
import type { JournalEntry } from '@messaging-service/emulator/host';
import { NotificationHistory } from './notifications.ts';
import { WebhookHistory } from './webhooks.ts';

/** Checks facts for impossible events. It only reads the journal. */
interface Listener {
  /** Gets one fact. */
  hear(entry: JournalEntry): void;
  /** All consequences of the facts so far have happened by now. */
  rest(now: number): void;
}

/** The journal of a run, which is checked as it grows. */
export class History {
  /** Each entry as it was when it was first seen: nothing may change it later. */
  readonly written: string[] = [];
  readonly #listeners: readonly Listener[] = [new WebhookHistory(), new NotificationHistory()];
  #at = 0;

  /** Gets the new entries of the journal. */
  hear(journal: readonly JournalEntry[], now: number): void {
    for (const entry of journal.slice(this.written.length)) {
      this.written.push(JSON.stringify(entry));
      assert.equal(entry.seq, this.written.length, 'facts are numbered without gaps');
      assert.ok(entry.at >= this.#at, 'history does not run backwards');
      this.#at = entry.at;
      for (const listener of this.#listeners) listener.hear(entry);
    }
    for (const listener of this.#listeners) listener.rest(now);
  }
}
