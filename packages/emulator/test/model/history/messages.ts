import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../src/runtime/core/journal.ts';
import type { Listener } from './listener.ts';

type State = 'scheduled' | 'cancelled' | 'queued' | 'sent' | 'delivered' | 'failed';

/** Codes of messages that fail without having been sent: refused by every provider, and no longer paid for. */
const NEVER_SENT = ['40', '41'];

/** States only move on: scheduled → queued → sent → delivered | failed; what was cancelled is never sent. */
export class MessageHistory implements Listener {
  readonly #states = new Map<string, State>();
  readonly #batches = new Map<string, { readonly messages: readonly string[]; readonly sendAt?: number }>();

  hear({ fact, at }: JournalEntry): void {
    switch (fact.type) {
      case 'batch-queued': {
        const { batchUuid, messageUuids: messages, sendAt } = fact;
        assert.equal(messages.length, fact.destinations.length);
        this.#batches.set(batchUuid, sendAt === undefined ? { messages } : { messages, sendAt });
        for (const uuid of messages) {
          // A cancelled batch is deleted: its identifiers are free for others.
          if (this.#states.get(uuid) === 'cancelled') this.#states.delete(uuid);
          this.#move(uuid, undefined, sendAt === undefined ? 'queued' : 'scheduled');
        }
        break;
      }
      case 'batch-cancelled':
        this.#moveBatch(fact.batchUuid, 'cancelled');
        break;
      case 'batch-released':
        assert.equal(at, this.#batches.get(fact.batchUuid)?.sendAt, 'a batch is released at its time');
        this.#moveBatch(fact.batchUuid, 'queued');
        break;
      case 'message-sent':
        this.#move(fact.messageUuid, 'queued', 'sent');
        break;
      case 'message-delivered':
        this.#move(fact.messageUuid, 'sent', 'delivered');
        break;
      case 'message-failed': {
        const from = NEVER_SENT.includes(fact.receipt.code) ? 'queued' : 'sent';
        this.#move(fact.messageUuid, from, 'failed');
        break;
      }
      default:
      // Other facts change no message.
    }
  }

  rest(): void {
    for (const [uuid, state] of this.#states)
      assert.notEqual(state, 'queued', `${uuid} was left in the queue`);
  }

  #moveBatch(batchUuid: string, to: State): void {
    for (const uuid of this.#batches.get(batchUuid)?.messages ?? []) this.#move(uuid, 'scheduled', to);
  }

  #move(uuid: string, from: State | undefined, to: State): void {
    assert.equal(this.#states.get(uuid), from, `the message ${uuid} became ${to} from another state`);
    this.#states.set(uuid, to);
  }
}
