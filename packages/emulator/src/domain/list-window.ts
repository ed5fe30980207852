/** Which part of a list is wanted. */
export interface WindowBounds {
  /** Rows that come before it. */
  readonly offset: number;
  /** Rows it has at most. */
  readonly limit: number;
}

/** Part of a list, and how long the whole is. */
export interface ListWindow<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** The accepted items from `offset` on. All are counted: who scrolls has to know how far it goes. */
export function windowOf<Item>(
  items: Iterable<Item>,
  { offset, limit }: WindowBounds,
  accepts: (item: Item) => boolean,
): ListWindow<Item> {
  const rows: Item[] = [];
  let total = 0;
  for (const item of items) {
    if (!accepts(item)) continue;
    if (total >= offset && rows.length < limit) rows.push(item);
    total++;
  }
  return { rows, total };
}
