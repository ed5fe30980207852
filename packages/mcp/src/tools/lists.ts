import type { Arguments, Controls } from '../controls.ts';
import type { JsonSchema, Members } from '../json-schema.ts';

/** Entries of a list that a tool returns, if its caller passes no limit, and the most that it can ask for. */
const DEFAULT_LIMIT = 20;
const MOST = 50;

/** Arguments of a list: how many entries, and which part. */
export const partOfList: Members = {
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: MOST,
    description: `The largest number of entries to return. Default: ${DEFAULT_LIMIT}.`,
    examples: [5],
  },
  offset: {
    type: 'integer',
    minimum: 0,
    description: 'The number of entries to skip, from the oldest. Default: all but the latest.',
    examples: [0],
  },
};

/** Members of a part of a list. */
const partAnswer: Members = {
  total: { type: 'integer', description: 'The number of entries that match.' },
  offset: { type: 'integer', description: 'The number of entries before this part.' },
};

/** A part of a list. */
export interface Part<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly offset: number;
}

/** The schema of a part of a list. */
export function partSchema(member: string, list: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: { ...partAnswer, [member]: list },
    required: [...Object.keys(partAnswer), member],
    additionalProperties: false,
  };
}

/**
 * Reads a part of a list, oldest first: by default the latest entries.
 *
 * @param member - The member of the response that contains the rows.
 */
export async function readPart<Row>(
  controls: Controls,
  operation: string,
  member: string,
  { limit, offset, ...filter }: Arguments,
): Promise<Part<Row>> {
  const most = Math.min(typeof limit === 'number' ? limit : DEFAULT_LIMIT, MOST);
  type Page = Readonly<Record<string, readonly Row[]>> & { readonly total: number };
  const read = (from: unknown, count: number) =>
    controls.call<Page>(operation, { ...filter, offset: from, limit: count });
  const first = await read(offset ?? 0, most);
  const isWhole = offset !== undefined || first.total <= most;
  const from = isWhole ? Number(offset ?? 0) : first.total - most;
  const page = isWhole ? first : await read(from, most);
  return { rows: page[member] ?? [], total: page.total, offset: from };
}

/** How to get the entries that a part leaves out. */
export function restOf({ rows, total, offset }: Part<unknown>, noun: string): string | undefined {
  if (offset === 0 && rows.length === total) return undefined;
  return `These are ${offset + 1} to ${offset + rows.length} of ${total} ${noun}. Pass "offset" for others, or a filter for fewer.`;
}
