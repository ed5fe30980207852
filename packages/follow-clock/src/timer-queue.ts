/** Something that waits in a queue of timers. */
export interface Queued {
  /** When it is due. */
  dueAt: number;
  /** Decides between two of one instant: the order in which they were set. */
  order: number;
  /** Its position in the queue; -1 outside of it. */
  place: number;
}

/**
 * Timers by time; those of one instant are in the order in which they were set. A binary heap in which each timer knows its
 * position, because applications set and stop thousands of timers, such as one for each connection.
 */
export class TimerQueue<Item extends Queued> {
  readonly #heap: Item[] = [];

  /** The next one. */
  get first(): Item | undefined {
    return this.#heap[0];
  }

  /** All of them, in no particular order. */
  [Symbol.iterator](): ArrayIterator<Item> {
    return this.#heap.values();
  }

  /** Adds one that is not in the queue. */
  add(item: Item): void {
    this.#up(item, this.#heap.length);
  }

  /** Removes one that is in the queue. */
  remove(item: Item): void {
    const { place } = item;
    const last = this.#heap.pop();
    item.place = -1;
    if (last === undefined || last === item) return;
    this.#up(last, place);
    this.#down(last, last.place);
  }

  /** Moves the due times of all of them, which keeps their order. */
  shift(ms: number): void {
    for (const item of this.#heap) item.dueAt += ms;
  }

  #up(item: Item, from: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = this.#heap[above];
      if (parent === undefined || !isBefore(item, parent)) break;
      this.#put(parent, place);
      place = above;
    }
    this.#put(item, place);
  }

  #down(item: Item, from: number): void {
    let place = from;
    for (;;) {
      const child = this.#earlier(2 * place + 1);
      if (child === undefined || !isBefore(child, item)) break;
      const below = child.place;
      this.#put(child, place);
      place = below;
    }
    this.#put(item, place);
  }

  /** The earlier one of two neighbors. */
  #earlier(place: number): Item | undefined {
    const [left, right] = [this.#heap[place], this.#heap[place + 1]];
    return left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
  }

  #put(item: Item, place: number): void {
    this.#heap[place] = item;
    item.place = place;
  }
}

function isBefore(a: Queued, b: Queued): boolean {
  const [dueA, dueB] = [a.dueAt, b.dueAt];
  return dueA === dueB ? a.order < b.order : dueA < dueB;
}
