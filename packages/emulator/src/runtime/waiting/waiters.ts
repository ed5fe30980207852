import type { Batch, Message } from '../../domain/state/state.ts';
import type { Core } from '../core/core.ts';
import { turnsEvery } from '../time/event-loop.ts';
import { candidates, isLater, isThere, lastMessage, type MessageTest } from './latest-message.ts';

/** A wait for a message. */
interface Wait {
  readonly test: MessageTest;
  readonly onMessage: (message: Message) => void;
}

/**
 * How long texts are matched before other calls get their turn, in milliseconds of real time: matching a pattern of the
 * caller in one text can take some of it.
 */
const LONGEST_TURN_MS = 10;

/**
 * The waits for messages of one service. They only read, so they give other calls a turn between two texts: no pattern
 * can stop the server.
 */
export class Waiters {
  readonly #core: Core;
  readonly #waits = new Set<Wait>();
  #isListening = false;
  /** Batches that the waits have not been tested with yet. */
  #fresh: Batch[] = [];

  constructor(core: Core) {
    this.#core = core;
  }

  /** How many wait. */
  get size(): number {
    return this.#waits.size;
  }

  /**
   * Searches for the latest stored message that passes a test. A search that takes no longer than a turn ends within
   * this call.
   *
   * @param isOver - Whether the result is no longer needed.
   * @param onEnd - Takes the result.
   */
  async search(
    test: MessageTest,
    isOver: () => boolean,
    onEnd: (latest: Message | undefined) => void,
  ): Promise<void> {
    const { state } = this.#core;
    const takeTurn = turnsEvery(LONGEST_TURN_MS);
    for (const batch of candidates(state, test)) {
      if (isThere(state, batch) && test.acceptsBatch(batch)) {
        onEnd(lastMessage(batch, test));
        return;
      }
      const turn = takeTurn();
      if (turn !== undefined) await turn;
      if (isOver()) return;
    }
    onEnd(undefined);
  }

  /**
   * Calls the callback with the first message from now on that passes a test. Of the messages of one call, it is the
   * last one.
   *
   * @returns Ends the wait.
   */
  add(test: MessageTest, onMessage: (message: Message) => void): () => void {
    this.#listen();
    const wait = { test, onMessage };
    this.#waits.add(wait);
    return () => {
      this.#waits.delete(wait);
    };
  }

  /** It is set with the first wait, because earlier messages are irrelevant. */
  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#core.journal.listen(({ fact }) => {
      if (this.#waits.size === 0) return;
      if (fact.type !== 'batch-queued' && fact.type !== 'batch-released') return;
      const batch = this.#core.state.batches.get(fact.batchUuid);
      // The rest of the call comes first.
      if (batch !== undefined && this.#fresh.push(batch) === 1) queueMicrotask(() => void this.#showFresh());
    });
  }

  async #showFresh(): Promise<void> {
    const latestFirst = this.#fresh.sort((a, b) => (isLater(a, b) ? -1 : 1));
    this.#fresh = [];
    const takeTurn = turnsEvery(LONGEST_TURN_MS);
    for (const wait of this.#waits) {
      for (const batch of latestFirst) {
        if (this.#offer(wait, batch)) break;
        const turn = takeTurn();
        if (turn !== undefined) await turn;
      }
    }
  }

  /** Whether a wait has ended with a batch. */
  #offer(wait: Wait, batch: Batch): boolean {
    const { test, onMessage } = wait;
    if (!this.#waits.has(wait)) return true;
    if (!isThere(this.#core.state, batch)) return false;
    const message = lastMessage(batch, test);
    if (message === undefined || !test.acceptsBatch(batch)) return false;
    onMessage(message);
    return true;
  }
}
