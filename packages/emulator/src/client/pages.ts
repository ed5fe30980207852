import type { ControlCalls, Query } from './control-calls.ts';

/** The longest page that the control API returns. */
const LONGEST_PAGE = 1_000;

/**
 * Reads a list page by page, up to the filter's limit; default: all of it.
 *
 * @param path - The path of the list, which is also the name of the method that returns it.
 * @param name - The member of the responses that contains a page.
 */
export async function readPages<Row>(
  calls: ControlCalls,
  path: string,
  name: string,
  { limit = Number.POSITIVE_INFINITY, ...filter }: Query & { readonly limit?: number | undefined },
): Promise<Row[]> {
  // A parameter of the control API. JavaScript callers would get the whole list instead of the page that they mean.
  if ('cursor' in filter) throw new TypeError(`${path}() has no filter "cursor".`);
  const rows: Row[] = [];
  let next: unknown;
  do {
    const query = { ...filter, cursor: next as string, limit: Math.min(limit - rows.length, LONGEST_PAGE) };
    const page = await calls.call<Readonly<Record<string, unknown>>>(`GET /${path}`, { query });
    rows.push(...(page[name] as Row[]));
    next = page.next;
  } while (next !== null && rows.length < limit);
  return rows;
}
