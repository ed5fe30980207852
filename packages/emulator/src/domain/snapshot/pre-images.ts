/** Copies of the entries of one collection, as they were at the instant of a capture. */
export class PreImages<Key, Image> {
  /** Number of entries at the instant. */
  readonly count: number;
  readonly #images = new Map<Key, Image>();
  #isClosed = false;

  constructor(count: number) {
    this.count = count;
  }

  /** The copy of an entry that has changed since. */
  get(key: Key): Image | undefined {
    return this.#images.get(key);
  }

  /** Copies an entry that is about to change, unless it was copied before. */
  keep(key: Key, copy: () => Image): void {
    if (!this.#isClosed && !this.#images.has(key)) this.#images.set(key, copy());
  }

  /** Writes the entries of the instant. Afterwards no more copies are kept. */
  *write<Value>(
    collection: Iterable<readonly [Key, Value]>,
    copy: (value: Value) => Image,
  ): Generator<Image> {
    for (const [key, value] of first(this.count, collection)) yield this.#images.get(key) ?? copy(value);
    this.close();
  }

  /** Drops the copies and keeps no more. */
  close(): void {
    this.#isClosed = true;
    this.#images.clear();
  }
}

/** The first entries of a collection, as many as it had at the instant of a capture. */
export function* first<Entry>(count: number, entries: Iterable<Entry>): Generator<Entry> {
  let left = count;
  if (left === 0) return;
  for (const entry of entries) {
    yield entry;
    if (--left === 0) return;
  }
}
