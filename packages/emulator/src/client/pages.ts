import type { ControlCalls, Query } from './control-calls.ts';

/** The longest page that the control API returns. */
const LONGEST_PAGE = 1_000;

/** Reads the list `name` of the responses to a call, page by page, up to the filter's limit; default: all of it. */
export async function readPages<Row>(
  calls: ControlCalls,
  call: string,
  name: string,
  { limit = Number.POSITIVE_INFINITY, ...filter }: Query & { readonly limit?: number | undefined },
): Promise<Row[]> {
  const rows: Row[] = [];
  let next: unknown;
  do {
    const query = { ...filter, cursor: next as string, limit: Math.min(limit - rows.length, LONGEST_PAGE) };
    const page = await calls.call<Readonly<Record<string, unknown>>>(call, { query });
    rows.push(...(page[name] as Row[]));
    next = page.next;
  } while (next !== null && rows.length < limit);
  return rows;
}
