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
export function pageOf<Item>(
  items: Iterable<Placed<Item>>,
  limit: number = DEFAULT_PAGE,
  accepts: (item: Item) => boolean,
): Page<Item> {
  const accepted: Placed<Item>[] = [];
  for (const placed of items) {
    if (accepts(placed.item) && accepted.push(placed) > limit) break;
  }
  const page = accepted.slice(0, limit);
  const last = accepted.length > limit ? page.at(-1) : undefined;
  return { rows: page.map(({ item }) => item), next: last === undefined ? null : String(last.cursor) };
}

/** The part of a list to read. */
export interface WindowBounds {
  /** Rows before the part. */
  readonly offset: number;
  /** The maximum number of rows of the part. */
  readonly limit: number;
  /** Identifier of a row to find in the list. */
  readonly locate?: string | undefined;
}

/** Part of a list, and the length of the whole list. */
export interface ListWindow<Row> {
  readonly rows: Row[];
  readonly total: number;
  /** Index of the row to find; null when the list does not contain it, and undefined when none was requested. */
  readonly position?: number | null;
}

/** The rows of a window in another form. */
export function mapWindow<From, To>(
  { rows, ...rest }: ListWindow<From>,
  view: (row: From) => To,
): ListWindow<To> {
  return { rows: rows.map(view), ...rest };
}

/**
 * The accepted items from `offset` on. All accepted items are counted, because a table that scrolls shows the length of
 * the list.
 *
 * @param idOf - The identifier by which `locate` finds an item.
 */
export function windowOf<Item>(
  items: Iterable<Item>,
  { offset, limit, locate }: WindowBounds,
  accepts: (item: Item) => boolean,
  idOf: (item: Item) => string,
): ListWindow<Item> {
  const rows: Item[] = [];
  const wanted = locate?.toLowerCase();
  let position: number | null = null;
  let total = 0;
  for (const item of items) {
    if (!accepts(item)) continue;
    if (total >= offset && rows.length < limit) rows.push(item);
    if (wanted !== undefined && position === null && idOf(item) === wanted) position = total;
    total++;
  }
  return wanted === undefined ? { rows, total } : { rows, total, position };
}
