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

/** The test of a list without filters. Such a list is not searched. */
export const everyItem = (): boolean => true;

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
  const selective = tests.filter((test) => test !== everyItem);
  return selective.length === 0 ? everyItem : (item) => selective.every((test) => test(item));
}

/** What a page does with its items. */
interface Page<Item, Row> {
  /** Whether the list contains an item. */
  readonly accepts: (item: Item) => boolean;
  readonly view: (item: Item) => Row;
  readonly cursorOf: (item: Item) => string;
}

/**
 * The first accepted items as a page of at most `limit`, and the cursor of the next page; null when this is the last one. EMU-13.
 * The search goes no further than the page needs, because a reader of many pages would wait for all of it each time.
 *
 * @param items - The items after the cursor of this page.
 */
export function pageOf<Item, Row>(
  items: Iterable<Item>,
  limit: number = DEFAULT_PAGE,
  { accepts, view, cursorOf }: Page<Item, Row>,
) {
  const accepted: Item[] = [];
  for (const item of items) if (accepts(item) && accepted.push(item) > limit) break;
  const page = accepted.slice(0, limit);
  const last = accepted.length > limit ? page.at(-1) : undefined;
  return { rows: page.map(view), next: last === undefined ? null : cursorOf(last) };
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

/** A list whose parts can be read. */
interface Items<Item> extends Iterable<Item> {
  readonly length: number;
  slice(from: number, end: number): Item[];
}

/** What a part of a list does with its items. */
interface Window<Item, Row> {
  /** Whether the list contains an item; default: it contains all of them. */
  readonly accepts?: (item: Item) => boolean;
  readonly view: (item: Item) => Row;
  readonly idOf: (item: Item) => string;
}

/** The accepted items from `offset` on, and their number, which a table that scrolls shows. */
export function windowOf<Item, Row>(
  all: Items<Item>,
  { offset = 0, limit = DEFAULT_PAGE, locate }: WindowBounds,
  { accepts = everyItem, view, idOf }: Window<Item, Row>,
): ListWindow<Row> {
  const items = accepts === everyItem ? all : [...all].filter(accepts);
  const rows = items.slice(offset, offset + limit).map(view);
  const part = { rows, total: items.length };
  if (locate === undefined) return part;
  const index = [...items].findIndex((item) => idOf(item) === locate.toLowerCase());
  return { ...part, position: index === -1 ? null : index };
}
