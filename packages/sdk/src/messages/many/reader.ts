/** Takes messages from a source, as many as are asked for. */
export interface Reader<Item> {
  /** The next items, at most `count`; fewer, or none, when there are no more. Calls take their turn. */
  read: (count: number) => Promise<Item[]>;
  /** Takes no more, and tells the source so. A read that waits for the source gives what it has. */
  close: () => void;
  /** How reading ended: at the source's end, by `close`, or because the source threw. Undefined while it goes on. */
  ended: () => Ended | undefined;
}

/** How reading came to its end. */
type Ended =
  | { readonly by: 'source' }
  | { readonly by: 'close' }
  | { readonly by: 'failure'; readonly error: unknown };

type AnyIterator<Item> = Iterator<Item, unknown> | AsyncIterator<Item, unknown>;

/** Makes the reader of a source. Nothing is taken from it before the first read. */
export function createReader<Item>(source: Iterable<Item> | AsyncIterable<Item>): Reader<Item> {
  let iterator: AnyIterator<Item> | undefined;
  let ended: Ended | undefined;
  let interrupt: () => void = () => undefined;
  let turn: Promise<unknown> = Promise.resolve();

  function take(result: IteratorResult<Item, unknown>, items: Item[]): void {
    // What was given is taken, even where reading was closed in the same moment.
    if (result.done === true) ended ??= { by: 'source' };
    else items.push(result.value);
  }

  /** Not by `Promise.race`, which would leave something on a signal every time. */
  function untilClosed<T>(next: Promise<IteratorResult<T, unknown>>): Promise<IteratorResult<T, unknown>> {
    return new Promise((resolve, reject) => {
      interrupt = () => resolve({ done: true, value: undefined });
      next.then(resolve, reject);
    });
  }

  async function collect(count: number): Promise<Item[]> {
    const items: Item[] = [];
    try {
      iterator ??= iterate(source);
      while (ended === undefined && items.length < count) {
        const next = iterator.next();
        // A source that need not be waited for is not: a promise for each of a million messages takes its time.
        take('then' in next ? await untilClosed(next) : next, items);
      }
    } catch (error) {
      ended ??= { by: 'failure', error };
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

function iterate<Item>(source: Iterable<Item> | AsyncIterable<Item>): AnyIterator<Item> {
  return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
}

/** Lets the source free what it holds. One that hangs, or fails at it, has nothing to say any more. */
async function dismiss(iterator: AnyIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {}
}
