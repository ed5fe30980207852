import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../src/runtime/core/journal.ts';
import type { Listener } from './listener.ts';

/** A shared sender that an account used for a number is never used by another account for that number. */
export class SenderHistory implements Listener {
  readonly #holders = new Map<string, string>();
  readonly #owners = new Map<string, string>();

  hear({ fact }: JournalEntry): void {
    if (fact.type === 'sender-registered') {
      assert.ok(!this.#owners.has(fact.sender), `${fact.sender} was given to a second account`);
      this.#owners.set(fact.sender, fact.accountUuid);
    } else if (fact.type === 'shared-sender-locked') {
      const key = `${fact.sender} for ${fact.number}`;
      assert.equal(this.#holders.get(key), undefined, `${key} is locked a second time`);
      this.#holders.set(key, fact.accountUuid);
    } else if (fact.type === 'batch-queued' && fact.senderType === 'custom') {
      assert.equal(this.#owners.get(fact.from), fact.accountUuid, `${fact.from} is another account's`);
    } else if (fact.type === 'batch-queued') {
      for (const to of fact.destinations) {
        const key: string = `${fact.from} for ${to.replace('+', '')}`;
        assert.equal(this.#holders.get(key), fact.accountUuid, `${key} is not locked to the account`);
      }
    }
  }

  rest(): void {
    // Nothing is left over.
  }
}
