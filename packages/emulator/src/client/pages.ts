import type { ControlCalls, Query } from './control-calls.ts';

/** The longest page that the control API returns. */
const LONGEST_PAGE = 1_000;

/** A page of a list. */
type Page<Row, Name extends string> = Readonly<Record<Name, readonly Row[]>> & {
  readonly next: string | null;
};

/** Reads the list `name` of the responses to a call, page by page, up to the filter's limit; default: all of it. */
export async function readPages<Row, Name extends string>(
  calls: ControlCalls,
  call: string,
  name: Name,
  { limit = Number.POSITIVE_INFINITY, cursor, ...filter }: Query & { readonly limit?: number | undefined },
): Promise<Row[]> {
  const rows: Row[] = [];
  let next = cursor ?? null;
  do {
    const query = {
      ...filter,
      cursor: next ?? undefined,
      limit: Math.min(limit - rows.length, LONGEST_PAGE),
    };
    const page = await calls.call<Page<Row, Name>>(call, { query });
    rows.push(...page[name]);
    next = page.next;
  } while (next !== null && rows.length < limit);
  return rows;
}
