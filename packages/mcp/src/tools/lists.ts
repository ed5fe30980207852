import type { Arguments, Controls } from '../controls.ts';
import type { JsonSchema, Members } from '../json-schema.ts';

/** Entries of a list that a tool returns, if its caller passes no limit, and the most that it can ask for. */
const DEFAULT_LIMIT = 20;
const MOST = 50;

/** The argument of a list that says how many entries. */
export const limited: Members = {
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: MOST,
    description: `The largest number of entries to return. Default: ${DEFAULT_LIMIT}.`,
    examples: [5],
  },
};

/** Arguments of a list: how many entries, and which part. */
export const partOfList: Members = {
  ...limited,
  offset: {
    type: 'integer',
    minimum: 0,
    description: 'The number of entries to skip, from the oldest. Default: all but the latest.',
    examples: [0],
  },
};

/** The argument of a list that is a search, with the filters that it has. */
export function searched(filters: string): Readonly<Record<string, string>> {
  return {
    q: `A search: words, "phrases", phone numbers and filters, all of which must match. - before one negates it. Filters: ${filters}.`,
  };
}

/** How a mark is described. */
export const SINCE = {
  since: 'Only messages that were queued, or became due, after this mark, which get_environment returned.',
};

/** What to do about arguments of a list that are not valid. */
export const LIST_ADVICE = {
  invalid_request:
    'Correct these arguments and call the tool again. Identifiers are those of other answers, and get_environment returns a mark.',
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

/** The largest number of entries to return. The control API refuses what is not a number. */
export function limitOf(limit: unknown = DEFAULT_LIMIT): number {
  return Math.min(Number(limit), MOST);
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
  const most = limitOf(limit);
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
  if (rows.length === 0) return `There are ${total} ${noun} only. Pass a smaller "offset".`;
  return `These are ${offset + 1} to ${offset + rows.length} of ${total} ${noun}. Pass "offset" for others, or a filter for fewer.`;
}
