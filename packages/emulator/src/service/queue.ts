/** Values that wait for their reader, in order. */
export class Queue<Value> implements AsyncIterableIterator<Value, undefined> {
  #values: Value[] = [];
  /** How many of the values the reader has taken. */
  #taken = 0;
  #isOver = false;
  #wake: () => void = () => undefined;

  /** How many values wait. */
  get size(): number {
    return this.#values.length - this.#taken;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Adds a value. */
  push(value: Value): void {
    if (this.#isOver) return;
    this.#values.push(value);
    this.#wake();
  }

  /** Discards the values that wait. */
  clear(): void {
    this.#values = [];
    this.#taken = 0;
  }

  /** Accepts no more values. The reader gets those that wait, and then the end. */
  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  async next(): Promise<IteratorResult<Value, undefined>> {
    while (this.size === 0) {
      this.clear();
      if (this.#isOver) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return { done: false, value: this.#values[this.#taken++] as Value };
  }

  /** The reader stops reading. */
  return(): Promise<IteratorResult<Value, undefined>> {
    this.clear();
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }
}
