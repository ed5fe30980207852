import type { ReadonlyLargeMap } from '../state/large-map.ts';
import { type Scan, visitEach } from './scan.ts';

/** Default length of a page. */
export const DEFAULT_PAGE = 100;

/** An item of a list with its cursor: the page after it starts there. */
export interface Placed<Item> {
  readonly item: Item;
  readonly cursor: string | number;
}

/** A page of a list, and the cursor of the next page; null when this is the last one. */
interface Page<Item> {
  readonly rows: Item[];
  readonly next: string | null;
}

/** The first accepted items as a page of at most `limit`. Items are counted no further than the page needs. */
export function* pageOf<Item>(
  items: Iterable<Placed<Item>>,
  limit: number = DEFAULT_PAGE,
  accepts: (item: Item) => boolean,
): Scan<Page<Item>> {
  const accepted: Placed<Item>[] = [];
  yield* visitEach(items, (placed) => accepts(placed.item) && accepted.push(placed) > limit);
  const page = accepted.slice(0, limit);
  const last = accepted.length > limit ? page.at(-1) : undefined;
  return { rows: page.map(({ item }) => item), next: last === undefined ? null : String(last.cursor) };
}

/** The part of a list to read. */
export interface WindowBounds {
  /** Rows before the part. */
  readonly offset: number;
  /** Most rows of the part. */
  readonly limit: number;
}

/** Part of a list, and the length of the whole list. */
export interface ListWindow<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/**
 * The accepted items from `offset` on. All accepted items are counted, because a table that scrolls shows the length of
 * the list.
 *
 * @param step - Items between two yields; fewer where `accepts` takes long.
 */
export function* windowOf<Item>(
  items: Iterable<Item>,
  { offset, limit }: WindowBounds,
  accepts: (item: Item) => boolean,
  step?: number,
): Scan<ListWindow<Item>> {
  const rows: Item[] = [];
  let total = 0;
  const visit = (item: Item) => {
    if (!accepts(item)) return;
    if (total >= offset && rows.length < limit) rows.push(item);
    total++;
  };
  yield* visitEach(items, visit, step);
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
