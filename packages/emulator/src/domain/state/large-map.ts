/** The part of a {@link LargeMap} that readers can use. */
export interface ReadonlyLargeMap<Value> extends ReadonlyMap<string, Value> {
  /**
   * Returns the value of a key.
   *
   * @param place - How many entries were probably added before this one. The index is not searched if that is right,
   *   because its parts are spread over the whole memory.
   */
  get(key: string, place?: number): Value | undefined;
  /** Iterates over the values without the first `count`, without visiting those. */
  valuesAfter(count: number): MapIterator<Value>;
  /**
   * Iterates over the values without most of the first ones that `isBefore` accepts, without visiting those. Values have
   * to be in ascending order.
   */
  valuesFrom(isBefore: (value: Value) => boolean): MapIterator<Value>;
  /** Iterates over the values, the one added last first. */
  valuesBackwards(): MapIterator<Value>;
}

/** Entries in order of insertion; a removed entry leaves a gap. */
interface Block<Value> {
  readonly keys: (string | undefined)[];
  readonly values: (Value | undefined)[];
  /** Entries that were not removed. */
  size: number;
}

/** Entries of one block. */
const BLOCK = 1_024;
/** Up to this size one index is enough; beyond it the index is split. */
const SMALL = 4_096;
/** Number of indexes of a large map, a power of two. */
const SHARDS = 256;

/**
 * A map for millions of entries that never pauses the process. When a `Map` exceeds a power of two, it rehashes all
 * entries in one step, which takes 100 ms and more for a million. This map keeps many small indexes, each of which
 * grows on its own, and stores the entries in blocks, which are never copied.
 *
 * It differs from `Map` in one way: an iterator does not visit entries that were added after it started.
 */
export class LargeMap<Value> implements ReadonlyLargeMap<Value> {
  /** Key → position. The positions of one index ascend unless keys were removed. */
  #shards: Map<string, number>[] = [new Map<string, number>()];
  /** A block whose entries are all removed is dropped. */
  #blocks: (Block<Value> | undefined)[] = [];
  /** Entries added so far, including removed ones. */
  #end = 0;
  #size = 0;
  /** The entry that was looked up or added last: the facts of a message need the same batch several times. */
  #lastKey: string | undefined;
  #lastValue: Value | undefined;
  /** The key that was last looked up without success: usually it is added next. */
  #missingKey: string | undefined;

  constructor(entries: Iterable<readonly [string, Value]> = []) {
    for (const [key, value] of entries) this.set(key, value);
  }

  get size(): number {
    return this.#size;
  }

  has(key: string): boolean {
    if (this.#shardOf(key).has(key)) return true;
    this.#missingKey = key;
    return false;
  }

  get(key: string, place?: number): Value | undefined {
    if (key === this.#lastKey) return this.#lastValue;
    const position = place !== undefined && this.#isAt(place, key) ? place : this.#shardOf(key).get(key);
    if (position === undefined) {
      this.#missingKey = key;
      return undefined;
    }
    this.#lastKey = key;
    this.#lastValue = this.#blockAt(position).values[position % BLOCK];
    return this.#lastValue;
  }

  set(key: string, value: Value): this {
    const shard = this.#shardOf(key);
    const position = key === this.#missingKey ? undefined : shard.get(key);
    this.#missingKey = undefined;
    if (position === undefined) this.#add(shard, key, value);
    else this.#blockAt(position).values[position % BLOCK] = value;
    this.#lastKey = key;
    this.#lastValue = value;
    return this;
  }

  delete(key: string): boolean {
    const shard = this.#shardOf(key);
    const position = shard.get(key);
    if (position === undefined) return false;
    shard.delete(key);
    this.#lastKey = undefined;
    this.#lastValue = undefined;
    this.#size--;
    const block = this.#blockAt(position);
    block.keys[position % BLOCK] = undefined;
    block.values[position % BLOCK] = undefined;
    block.size--;
    if (block.size === 0 && block.keys.length === BLOCK)
      this.#blocks[Math.floor(position / BLOCK)] = undefined;
    return true;
  }

  forEach(visit: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  entries(): MapIterator<[string, Value]> {
    return this.#iterate((key, value): [string, Value] => [key, value]);
  }

  keys(): MapIterator<string> {
    return this.#iterate((key) => key);
  }

  values(): MapIterator<Value> {
    return this.#iterate(itself<Value>);
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  *valuesAfter(count: number): Generator<Value, undefined, unknown> {
    let left = count;
    const first = this.#blocks.findIndex((block) => {
      const size = block?.size ?? 0;
      if (left < size) return true;
      left -= size;
      return false;
    });
    if (first === -1) return;
    for (const value of this.#iterate(itself<Value>, first * BLOCK)) if (left-- <= 0) yield value;
  }

  valuesFrom(isBefore: (value: Value) => boolean): MapIterator<Value> {
    const first = this.#blocks.findIndex((block) => {
      const last = block?.values.findLast((value) => value !== undefined);
      return last !== undefined && !isBefore(last);
    });
    return this.#iterate(itself<Value>, first === -1 ? this.#end : first * BLOCK);
  }

  *valuesBackwards(): Generator<Value, undefined, unknown> {
    for (let position = this.#end - 1; position >= 0; position--) {
      const value = this.#blocks[Math.floor(position / BLOCK)]?.values[position % BLOCK];
      if (value !== undefined) yield value;
    }
  }

  *#iterate<Item>(
    itemOf: (key: string, value: Value) => Item,
    start = 0,
  ): Generator<Item, undefined, unknown> {
    const end = this.#end;
    for (let position = start; position < end; position++) {
      const block = this.#blocks[Math.floor(position / BLOCK)];
      const key = block?.keys[position % BLOCK];
      if (block !== undefined && key !== undefined)
        yield itemOf(key, block.values[position % BLOCK] as Value);
    }
  }

  #add(shard: Map<string, number>, key: string, value: Value): void {
    const position = this.#end++;
    shard.set(key, position);
    if (position % BLOCK === 0) this.#blocks.push({ keys: [], values: [], size: 0 });
    const block = this.#blockAt(position);
    block.keys.push(key);
    block.values.push(value);
    block.size++;
    this.#size++;
    if (this.#shards.length === 1 && this.#size > SMALL) this.#split();
  }

  #split(): void {
    const [whole] = this.#shards as [Map<string, number>];
    this.#shards = Array.from({ length: SHARDS }, () => new Map<string, number>());
    for (const [key, position] of whole) this.#shardOf(key).set(key, position);
  }

  #isAt(place: number, key: string): boolean {
    return this.#blocks[Math.floor(place / BLOCK)]?.keys[place % BLOCK] === key;
  }

  #shardOf(key: string): Map<string, number> {
    const shards = this.#shards;
    return shards[shards.length === 1 ? 0 : hash(key) % SHARDS] as Map<string, number>;
  }

  #blockAt(position: number): Block<Value> {
    return this.#blocks[Math.floor(position / BLOCK)] as Block<Value>;
  }
}

function itself<Value>(_key: string, value: Value): Value {
  return value;
}

/**
 * Hashes the parts in which keys differ: the digits of a number, also where a sender ID follows it, and the last
 * characters of identifiers that a caller counts up.
 */
function hash(key: string): number {
  let value = key.length;
  for (let index = 5; index < 12; index++) value = Math.imul(value, 31) + (key.charCodeAt(index) | 0);
  for (let index = key.length - 4; index < key.length; index++)
    value = Math.imul(value, 31) + (key.charCodeAt(index) | 0);
  return (value ^ (value >>> 15)) >>> 0;
}
