import type { ReadonlyLargeMap } from '../state/large-map.ts';
import { type Scan, visitEach } from './scan.ts';

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

/** The accepted items from `offset` on. All are counted, because a reader who scrolls has to know the length of the list. */
export function* windowOf<Item>(
  items: Iterable<Item>,
  { offset, limit }: WindowBounds,
  accepts: (item: Item) => boolean,
): Scan<ListWindow<Item>> {
  const rows: Item[] = [];
  let total = 0;
  const visit = (item: Item) => {
    if (!accepts(item)) return;
    if (total >= offset && rows.length < limit) rows.push(item);
    total++;
  };
  yield* visitEach(items, visit);
  return { rows, total };
}

/** The items from `offset` on where every item is accepted, so that only the returned ones are visited. */
export function windowOfAll<Item>(
  items: ReadonlyLargeMap<Item>,
  { offset, limit }: WindowBounds,
): ListWindow<Item> {
  const rows: Item[] = [];
  for (const item of items.valuesAfter(offset)) {
    if (rows.length === limit) break;
    rows.push(item);
  }
  return { rows, total: items.size };
}

/** The first accepted items, at most `limit`, and whether more would follow. */
export function* firstOf<Item>(
  items: Iterable<Item>,
  limit: number,
  accepts: (item: Item) => boolean,
): Scan<{ readonly rows: Item[]; readonly hasMore: boolean }> {
  const found: Item[] = [];
  yield* visitEach(items, (item) => accepts(item) && found.push(item) > limit);
  return { rows: found.slice(0, limit), hasMore: found.length > limit };
}
