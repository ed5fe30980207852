import { type Batch, bareNumber, type Message } from '../../domain/state/state.ts';
import type { Core } from '../core/core.ts';
import { runInBackground, type SlicedWork } from '../time/background.ts';
import { isThere, type MessageTest, searchLatest } from './latest-message.ts';

/** Waits with the same criteria: a message is tested once for all of them. */
interface Group {
  readonly key: string;
  readonly test: MessageTest;
  readonly waiters: Set<(message: Message) => void>;
}

/**
 * Steps that a search takes even if it is late: a short time limit must not hide a message that is found immediately.
 */
const LEAST_STEPS = 100;

/** Work that ends early when it is late. */
function* limited(work: SlicedWork, isLate: () => boolean, onLate: () => void): SlicedWork {
  for (let steps = 0; steps < LEAST_STEPS || !isLate(); steps++) {
    if (work.next().done === true) return;
    yield;
  }
  onLate();
}

/** The waits for messages of one service. Long work is done in slices, so that other calls get their turn. */
export class Waiters {
  readonly #core: Core;
  readonly #groups = new Map<string, Group>();
  /** The groups that wait for a number, by that number. */
  readonly #byNumber = new Map<string, Set<Group>>();
  /** The groups that accept any number. */
  readonly #anyNumber = new Set<Group>();
  #isListening = false;
  /** Batches that the waits have not been tested with yet. */
  #fresh: Batch[] = [];

  constructor(core: Core) {
    this.#core = core;
  }

  /** How many wait. */
  get size(): number {
    let size = 0;
    for (const { waiters } of this.#groups.values()) size += waiters.size;
    return size;
  }

  /**
   * Searches for the latest stored message that passes a test.
   *
   * @param isLate - Whether the search must end without a result, unless it is about to end anyway. @returns Stops the
   * search.
   */
  search(test: MessageTest, isLate: () => boolean, onEnd: (latest: Message | undefined) => void): () => void {
    const search = searchLatest(this.#core.state, test, onEnd);
    return runInBackground(limited(search, isLate, () => onEnd(undefined)));
  }

  /**
   * Calls the callback with the first message from now on that passes a test.
   *
   * @param key - The same for tests that accept the same messages.
   * @returns Ends the wait.
   */
  add(key: string, test: MessageTest, onMessage: (message: Message) => void): () => void {
    this.#listen();
    const group = this.#groups.get(key) ?? this.#addGroup({ key, test, waiters: new Set() });
    group.waiters.add(onMessage);
    return () => {
      group.waiters.delete(onMessage);
      if (group.waiters.size === 0) this.#removeGroup(group);
    };
  }

  #addGroup(group: Group): Group {
    this.#groups.set(group.key, group);
    const { number } = group.test;
    if (number === undefined) this.#anyNumber.add(group);
    else this.#byNumber.set(number, (this.#byNumber.get(number) ?? new Set()).add(group));
    return group;
  }

  #removeGroup(group: Group): void {
    const { number = '' } = group.test;
    if (this.#groups.get(group.key) === group) this.#groups.delete(group.key);
    this.#anyNumber.delete(group);
    this.#byNumber.get(number)?.delete(group);
    if (this.#byNumber.get(number)?.size === 0) this.#byNumber.delete(number);
  }

  /** It is set with the first wait, because earlier messages are irrelevant. */
  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#core.journal.listen(({ fact }) => {
      if (this.#groups.size === 0) return;
      if (fact.type !== 'batch-queued' && fact.type !== 'batch-released') return;
      const batch = this.#core.state.batches.get(fact.batchUuid);
      if (batch !== undefined) this.#show(batch);
    });
  }

  #show(batch: Batch): void {
    this.#fresh.push(batch);
    if (this.#fresh.length === 1) runInBackground(this.#showFresh());
  }

  /**
   * A waiter that has received a message reads it later, after everything that is due at this instant has happened to
   * it.
   */
  *#showFresh(): Generator<void, void> {
    for (const batch of this.#fresh) {
      for (const group of this.#anyNumber) {
        if (this.#offer(group, batch, batch.messages[0])) yield;
      }
      if (this.#byNumber.size === 0) continue;
      for (const message of batch.messages) {
        for (const group of this.#byNumber.get(bareNumber(message.to)) ?? []) {
          if (this.#offer(group, batch, message)) yield;
        }
      }
      yield;
    }
    this.#fresh = [];
  }

  /** Whether the batch was tested, which can take milliseconds. */
  #offer({ test, waiters }: Group, batch: Batch, message: Message | undefined): boolean {
    if (waiters.size === 0 || message === undefined || !isThere(this.#core.state, batch)) return false;
    if (test.acceptsBatch(batch)) for (const waiter of waiters) waiter(message);
    return true;
  }
}
