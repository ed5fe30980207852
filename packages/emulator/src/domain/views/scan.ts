/**
 * A read of a long list that can be interrupted: it yields every few hundred items and returns its result at the end.
 * The caller decides whether other work can run in between. A scan covers the items that existed when it started,
 * except those that were removed meanwhile. It shows each item in its state at the moment when the scan reaches it.
 */
export type Scan<Result> = Generator<undefined, Result, unknown>;

/** Items between two yields: well below a millisecond for most lists. */
const STEP = 256;

/** Runs a scan to its end without interruption. */
export function finish<Result>(scan: Scan<Result>): Result {
  for (;;) {
    const step = scan.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Visits items one after another until `visit` returns true.
 *
 * @param step - Items between two yields; fewer where a visit takes long.
 */
export function* visitEach<Item>(
  items: Iterable<Item>,
  visit: (item: Item) => unknown,
  step: number = STEP,
): Scan<void> {
  let visited = 0;
  for (const item of items) {
    if (visit(item) === true) return;
    if (++visited % step === 0) yield;
  }
}

/** Sorts a list by merging runs. Equal items stay in order. */
export function* sorted<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): Scan<Item[]> {
  let from: Item[] = [];
  for (let start = 0; start < items.length; start += STEP) {
    from.push(...items.slice(start, start + STEP).sort(compare));
    yield;
  }
  for (let run = STEP; run < from.length; run *= 2) {
    const to: Item[] = [];
    for (let start = 0; start < from.length; start += 2 * run) yield* merge(from, start, run, compare, to);
    from = to;
  }
  return from;
}

/** Appends two sorted runs to `to`. The second one may be short or missing. */
function* merge<Item>(
  from: readonly Item[],
  start: number,
  run: number,
  compare: (a: Item, b: Item) => number,
  to: Item[],
): Scan<void> {
  const middle = Math.min(start + run, from.length);
  const end = Math.min(start + 2 * run, from.length);
  let [left, right] = [start, middle];
  while (to.length < end) {
    const isLeft = right === end || (left < middle && compare(from[left] as Item, from[right] as Item) <= 0);
    to.push(from[isLeft ? left++ : right++] as Item);
    if (to.length % STEP === 0) yield;
  }
}
