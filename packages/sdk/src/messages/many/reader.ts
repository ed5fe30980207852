/** Reads items from a source, at most as many as requested. */
export interface Reader<Item> {
  /**
   * Returns the next items: at most `count`, and fewer when the source ends or is closed, or when `maxWaitMs` have passed
   * since the first of them. Reads take turns.
   */
  read: (count: number) => Promise<Item[]>;
  /** Stops reading and releases the source. A read that waits for the source returns what it has. */
  close: () => void;
  /** How reading ended: at the source's end, by `close`, or because the source threw. Undefined while it continues. */
  ended: () => Ended | undefined;
}

/** The reason why reading ended. */
type Ended =
  | { readonly by: 'source' }
  | { readonly by: 'close' }
  | { readonly by: 'failure'; readonly error: unknown };

type AnyIterator = Iterator<unknown> | AsyncIterator<unknown>;
type Next = IteratorResult<unknown, unknown>;

/**
 * Creates the reader of a source. Nothing is taken from it before the first read.
 *
 * @param receive - Converts each value before the source is asked for another one: some sources return the same object each time,
 * with other content.
 */
export function createReader<Item>(
  source: Iterable<unknown> | AsyncIterable<unknown>,
  maxWaitMs: number,
  receive: (value: unknown) => Item,
): Reader<Item> {
  let iterator: AnyIterator | undefined;
  let ended: Ended | undefined;
  /** The pending item of a read that stopped waiting for it. */
  let pending: Promise<Next> | undefined;
  /** Ends the wait for the source. */
  let interrupt: () => void = () => undefined;
  let turn: Promise<unknown> = Promise.resolve();

  function take(next: Next, items: Item[]): void {
    pending = undefined;
    // An item that the source returned is taken, even when reading was closed at the same moment.
    if (next.done === true) ended ??= { by: 'source' };
    else items.push(receive(next.value));
  }

  /**
   * Returns undefined when the wait is interrupted. `Promise.race` is not used, because it would leak a reaction for
   * every item.
   */
  function untilInterrupted(next: Promise<Next>): Promise<Next | undefined> {
    return new Promise((resolve, reject) => {
      interrupt = () => resolve(undefined);
      next.then(resolve, reject);
    });
  }

  /** Runs synchronously while the source does, because a promise for each of a million messages would be slow. */
  async function collect(count: number): Promise<Item[]> {
    const items: Item[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLate = false as boolean;
    try {
      iterator ??= iterate(source);
      while (ended === undefined && items.length < count && !isLate) {
        const next: Next | Promise<Next> = pending ?? iterator.next();
        if (!('then' in next)) {
          take(next, items);
          continue;
        }
        pending = next;
        if (items.length > 0)
          timer ??= setTimeout(() => {
            isLate = true;
            interrupt();
          }, maxWaitMs);
        const result = await untilInterrupted(next);
        if (result !== undefined) take(result, items);
      }
    } catch (error) {
      pending = undefined;
      ended ??= { by: 'failure', error };
    } finally {
      clearTimeout(timer);
    }
    return items;
  }

  return {
    read(count) {
      const items = turn.then(() => collect(count));
      turn = items;
      return items;
    },
    close() {
      if (ended !== undefined) return;
      ended = { by: 'close' };
      interrupt();
      if (iterator !== undefined) void dismiss(iterator);
    },
    ended: () => ended,
  };
}

function iterate(source: Iterable<unknown> | AsyncIterable<unknown>): AnyIterator {
  return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
}

/** Lets the source release its resources. Its result and its failure are ignored. */
async function dismiss(iterator: AnyIterator): Promise<void> {
  try {
    await iterator.return?.();
  } catch {}
}
