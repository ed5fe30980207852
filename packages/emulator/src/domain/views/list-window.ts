/** Default length of a page. */
export const DEFAULT_PAGE = 100;

/**
 * The filters of a list: the test that each of them makes of its value.
 *
 * @typeParam Values - The values of the filters by their names.
 * @typeParam Context - What the tests need beside the item.
 */
export type Filters<Item, Values, Context> = {
  readonly [Name in keyof Values]-?: (
    wanted: Exclude<Values[Name], undefined>,
    context: Context,
  ) => (item: Item) => boolean;
};

/** Tests whether an item passes all filters that have a value. */
export function passesAll<Item, Values, Context>(
  filters: Filters<Item, Values, Context>,
  values: Values,
  context: Context,
): (item: Item) => boolean {
  const tests = (Object.keys(filters) as (keyof Values)[]).flatMap((name) => {
    const wanted = values[name];
    return wanted === undefined
      ? []
      : [filters[name](wanted as Exclude<Values[keyof Values], undefined>, context)];
  });
  return (item) => tests.every((test) => test(item));
}

/** What a list does with its items. */
interface List<Item, Row> {
  /** Whether the list contains an item. */
  readonly accepts: (item: Item) => boolean;
  /** An item as the list shows it. */
  readonly view: (item: Item) => Row;
}

/** An item of a list with its cursor: the page after it starts there. */
export interface Placed<Item> {
  readonly item: Item;
  readonly cursor: string | number;
}

/**
 * The first accepted items as a page of at most `limit`, and the cursor of the next page; null when this is the last one.
 * Items are read no further than the page needs.
 */
export function pageOf<Item, Row>(
  items: Iterable<Placed<Item>>,
  limit: number = DEFAULT_PAGE,
  { accepts, view }: List<Item, Row>,
) {
  const accepted: Placed<Item>[] = [];
  for (const placed of items) {
    if (accepts(placed.item) && accepted.push(placed) > limit) break;
  }
  const page = accepted.slice(0, limit);
  const last = accepted.length > limit ? page.at(-1) : undefined;
  return { rows: page.map(({ item }) => view(item)), next: last === undefined ? null : String(last.cursor) };
}

/** The part of a list to read. */
export interface WindowBounds {
  /** Rows before the part. */
  readonly offset?: number | undefined;
  /** The maximum number of rows of the part. */
  readonly limit?: number | undefined;
  /** Identifier of a row to find in the list. */
  readonly locate?: string | undefined;
}

/** Part of a list, and the length of the whole list. */
interface ListWindow<Row> {
  readonly rows: Row[];
  readonly total: number;
  /** Index of the row to find; null when the list does not contain it, and undefined when none was requested. */
  readonly position?: number | null;
}

/**
 * The accepted items from `offset` on. All accepted items are counted, because a table that scrolls shows the length of
 * the list.
 *
 * @param list - `idOf` returns the identifier by which `locate` finds an item.
 */
export function windowOf<Item, Row>(
  items: Iterable<Item>,
  { offset = 0, limit = DEFAULT_PAGE, locate }: WindowBounds,
  { accepts, view, idOf }: List<Item, Row> & { readonly idOf: (item: Item) => string },
): ListWindow<Row> {
  const rows: Row[] = [];
  const wanted = locate?.toLowerCase();
  let position: number | null = null;
  let total = 0;
  for (const item of items) {
    if (!accepts(item)) continue;
    if (total >= offset && rows.length < limit) rows.push(view(item));
    if (wanted !== undefined && position === null && idOf(item) === wanted) position = total;
    total++;
  }
  return wanted === undefined ? { rows, total } : { rows, total, position };
}
