import { type InboundMessage, parseTimestamp } from '@messaging-service/contract';
import type { Fact } from '../state/facts.ts';
import { LargeMap } from '../state/large-map.ts';
import { bareNumber, type State } from '../state/state.ts';
import { type HandsetSummary, isTouchedAfter, type Line, newerFirst, summaryAt } from './handset-summary.ts';
import { listInbound } from './inbound-list.ts';
import type { Position } from './position.ts';
import { type Scan, sorted, visitEach } from './scan.ts';

/** A handset with its messages and its place in the order of activity. */
class Handset implements HandsetSummary {
  readonly number: string;
  /** In the order in which they were queued or received. */
  readonly lines: Line[] = [];
  latestAt = Number.NEGATIVE_INFINITY;
  latest: Line;
  newer: Handset | undefined;
  older: Handset | undefined;

  constructor(number: string, first: Line) {
    this.number = number;
    this.latest = first;
  }

  get messages(): number {
    return this.lines.length;
  }

  note(at: number, line: Line): void {
    if (at < this.latestAt) return;
    this.latestAt = at;
    this.latest = line;
  }
}

/** A handset as it was at a moment: the handset itself when nothing has happened on it since then. */
function summaryOf(handset: Handset, until: Position): HandsetSummary | undefined {
  const { number, lines, latestAt } = handset;
  return isTouchedAfter(latestAt, lines, until) ? summaryAt(number, lines, until) : handset;
}

/** The handsets of a moment, in order. The content of a row is computed when the row is read. */
class HeldHandsets {
  readonly #held: readonly Handset[];
  readonly #until: Position;

  constructor(held: readonly Handset[], until: Position) {
    this.#held = held;
    this.#until = until;
  }

  get size(): number {
    return this.#held.length;
  }

  /** The handsets from a place on. */
  *from(place: number): Generator<HandsetSummary> {
    for (let index = place; index < this.#held.length; index++) {
      const handset = this.#held[index] as Handset;
      yield summaryOf(handset, this.#until) ?? handset;
    }
  }
}

/** Lists of earlier moments that are kept: one for each page on which the user reads further down. */
const MOST_HELD = 4;

/**
 * The handsets of a state with their messages, in order of activity. The state does not keep them, because sending
 * would be slower for lists that few users open: the index is built when a list is first read, and is then updated from
 * the facts.
 */
export class HandsetIndex {
  readonly #byNumber = new LargeMap<Handset>();
  readonly #held = new Map<string, readonly Handset[]>();
  #newest: Handset | undefined;

  /**
   * Builds the index of a state.
   *
   * @param recent - Replies that the journal contains. The webhooks of replies contain most others.
   */
  static *of(state: State, recent: readonly InboundMessage[]): Scan<HandsetIndex> {
    const index = new HandsetIndex();
    // Facts that are recorded during the scan are followed afterwards, so the scan must not contain them.
    const { batchCount } = state;
    const inbound = yield* listInbound(state, recent);
    yield* visitEach(state.messages.values(), (message) => {
      const { ordinal, queuedAt } = message.batch;
      if (ordinal > batchCount) return;
      const at = Math.max(queuedAt, message.sent?.at ?? queuedAt);
      index.#add(message, bareNumber(message.to)).note(at, message);
    });
    yield* visitEach(inbound, (payload) => {
      index.#add(payload, String(payload.from)).note(parseTimestamp(payload.at) ?? 0, payload);
    });
    const handsets: Handset[] = [];
    yield* visitEach(index.#byNumber.values(), (handset) => handsets.push(handset));
    const inOrder = yield* sorted(handsets, (a, b) => newerFirst(b, a));
    yield* visitEach(inOrder, (handset) => index.#link(handset));
    return index;
  }

  get size(): number {
    return this.#byNumber.size;
  }

  /**
   * Follows a fact that was written into the state.
   *
   * @returns Whether the index still matches the state; if not, it must be built again.
   */
  *follow(state: State, fact: Fact, at: number): Scan<boolean> {
    switch (fact.type) {
      case 'batch-queued':
        yield* visitEach(state.batches.get(fact.batchUuid)?.messages ?? [], (message) =>
          this.#touch(this.#add(message, bareNumber(message.to)), at, message),
        );
        return true;
      case 'message-sent': {
        const message = state.messages.get(fact.messageUuid);
        const handset = this.#byNumber.get(bareNumber(message?.to ?? ''));
        if (message !== undefined && handset !== undefined) this.#touch(handset, at, message);
        return true;
      }
      case 'inbound-received':
        this.#touch(this.#add(fact.payload, String(fact.payload.from)), at, fact.payload);
        return true;
      default:
        // The messages of a cancelled batch no longer exist, nor do the numbers of their handsets.
        return fact.type !== 'batch-cancelled';
    }
  }

  /** The messages to and from a number, in the order in which they were queued or received. */
  linesOf(number: string): readonly Line[] {
    return this.#byNumber.get(number)?.lines ?? [];
  }

  /** The handsets from a place on, those with the latest activity first. */
  *from(place: number): Generator<HandsetSummary> {
    let index = 0;
    for (const handset of this.#inOrder()) if (index++ >= place) yield handset;
  }

  *#inOrder(): Generator<Handset> {
    for (let handset = this.#newest; handset !== undefined; handset = handset.older) yield handset;
  }

  /** The handsets as they were at a moment. Their order is kept, so that it stays the same each time it is read. */
  *heldAt(until: Position): Scan<HeldHandsets> {
    const key = `${until.batchCount} ${until.at}`;
    let held = this.#held.get(key);
    if (held === undefined) {
      held = yield* this.#orderAt(until);
      this.#held.set(key, held);
      const [oldest] = this.#held.keys();
      if (this.#held.size > MOST_HELD && oldest !== undefined) this.#held.delete(oldest);
    }
    return new HeldHandsets(held, until);
  }

  /** The order at a moment. Only handsets on which something has happened since then are compared. */
  *#orderAt(until: Position): Scan<Handset[]> {
    const touched: { readonly handset: Handset; readonly summary: HandsetSummary }[] = [];
    const untouched: Handset[] = [];
    yield* visitEach(this.#inOrder(), (handset) => {
      const summary = summaryOf(handset, until);
      if (summary === handset) untouched.push(handset);
      else if (summary !== undefined) touched.push({ handset, summary });
    });
    // Handsets of one instant stay in the order that the user saw.
    const inOrder = yield* sorted(touched, (a, b) => newerFirst(a.summary, b.summary));
    const held: Handset[] = [];
    let next = 0;
    yield* visitEach(inOrder, ({ handset, summary }) => {
      for (let other = untouched[next]; other !== undefined; other = untouched[next]) {
        if (newerFirst(summary, other) <= 0) break;
        held.push(other);
        next++;
      }
      held.push(handset);
    });
    yield* visitEach(untouched.slice(next), (handset) => held.push(handset));
    return held;
  }

  #add(line: Line, number: string): Handset {
    let handset = this.#byNumber.get(number);
    if (handset === undefined) {
      handset = new Handset(number, line);
      this.#byNumber.set(number, handset);
    }
    handset.lines.push(line);
    return handset;
  }

  /** Something has happened on a handset, so it becomes the first of the list. */
  #touch(handset: Handset, at: number, line: Line): void {
    handset.note(at, line);
    if (handset === this.#newest) return;
    if (handset.newer !== undefined) handset.newer.older = handset.older;
    if (handset.older !== undefined) handset.older.newer = handset.newer;
    this.#link(handset);
  }

  #link(handset: Handset): void {
    handset.older = this.#newest;
    handset.newer = undefined;
    if (this.#newest !== undefined) this.#newest.newer = handset;
    this.#newest = handset;
  }
}
