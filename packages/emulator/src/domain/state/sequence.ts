/** The length of a part: short enough that a removal costs little, and long enough that there are few parts. */
const LONGEST_PART = 1_024;

/**
 * Items in the order of their numbers, in several lists of limited length. So a part of a long list is read without
 * the items before it, and a removal does not move all items after it.
 */
export class Sequence<Item> {
  readonly #numberOf: (item: Item) => number;
  /** Without empty ones. */
  readonly #parts: Item[][] = [];
  #length = 0;

  /** @param numberOf - The number of an item, which never changes. Several items can have the same one. */
  constructor(numberOf: (item: Item) => number) {
    this.#numberOf = numberOf;
  }

  get length(): number {
    return this.#length;
  }

  /** Adds an item. Its number is not less than those of the others. */
  push(item: Item): void {
    const last = this.#parts.at(-1);
    if (last !== undefined && last.length < LONGEST_PART) last.push(item);
    else this.#parts.push([item]);
    this.#length++;
  }

  /** Removes the items with a number. */
  remove(number: number): void {
    const first = this.#partWith(number);
    for (let index = first; index < this.#parts.length; ) {
      const part = this.#parts[index] as Item[];
      const left = part.filter((item) => this.#numberOf(item) !== number);
      if (left.length === part.length) return;
      this.#length -= part.length - left.length;
      this.#parts.splice(index, 1, ...(left.length === 0 ? [] : [left]));
      if (left.length > 0) index++;
    }
  }

  /** The items from one index up to, not including, another one. */
  slice(from: number, end: number): Item[] {
    const items: Item[][] = [];
    let before = 0;
    for (const part of this.#parts) {
      if (before >= end) break;
      if (before + part.length > from) items.push(part.slice(Math.max(0, from - before), end - before));
      before += part.length;
    }
    return items.flat();
  }

  /** The latest items, oldest first. */
  latest(count: number): Item[] {
    return this.slice(Math.max(0, this.#length - count), this.#length);
  }

  /** The items with a number from the given one on. */
  *since(number: number): Generator<Item, undefined> {
    for (let index = this.#partWith(number); index < this.#parts.length; index++)
      for (const item of this.#parts[index] as Item[]) if (this.#numberOf(item) >= number) yield item;
    return undefined;
  }

  /** Calls a function with each item, in order. In a long list, this takes a fraction of the time of an iteration. */
  forEach(use: (item: Item) => void): void {
    for (const part of this.#parts) for (const item of part) use(item);
  }

  *[Symbol.iterator](): Generator<Item, undefined> {
    for (const part of this.#parts) yield* part;
    return undefined;
  }

  /** The index of the first part whose last item does not come before a number. */
  #partWith(number: number): number {
    return lowerBound(this.#parts, number, (part) => this.#numberOf(part.at(-1) as Item));
  }
}

/** The index of the first item of a sorted list whose number is not less than a number; the length if there is none. */
export function lowerBound<Item>(
  items: readonly Item[],
  number: number,
  numberOf: (item: Item) => number,
): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (numberOf(items[middle] as Item) < number) from = middle + 1;
    else to = middle;
  }
  return from;
}
