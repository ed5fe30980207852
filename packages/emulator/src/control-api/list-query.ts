import * as z from 'zod/mini';
import { DEFAULT_PAGE, type WindowBounds } from '../domain/views/list-window.ts';

/** The maximum length of a page of a list. */
const LONGEST_PAGE = 1_000;

/** `limit` of a list. */
export const limitSchema = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1')),
  z.transform((text: string) => Math.min(Number(text), LONGEST_PAGE)),
);

const offsetSchema = z.pipe(
  z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number from 0')),
  z.transform(Number),
);

/** Parameters of a list that can be read from any offset, as by a table that shows part of a long list. */
export const windowShape = {
  q: z.optional(z.string()),
  offset: z.optional(offsetSchema),
  /** Identifier of a row: the response has its index in the list as `position`. */
  locate: z.optional(z.string()),
};

interface WindowQuery {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  readonly locate?: string | undefined;
}

/** A list in pages continues from a cursor; only a list that is read by its offset is counted. */
export const windowWhole = z.refine((value) => {
  const { offset, message, order, locate, cursor } = value as Readonly<Record<string, unknown>>;
  if (offset !== undefined) return cursor === undefined;
  return [message, order, locate].every((parameter) => parameter === undefined);
}, '"message", "order" and "locate" need an "offset", and an "offset" cannot be combined with a "cursor"');

/** The query of a list that is only read by its offset. */
export const windowQuerySchema = z.strictObject({ ...windowShape, limit: z.optional(limitSchema) });

/** The query of a list of handsets: those of a moment stay in place while others are busy. */
export const handsetsQuerySchema = z.strictObject({
  ...windowShape,
  limit: z.optional(limitSchema),
  until: z.optional(z.string()),
});

/** The query of a conversation: lines from the oldest on, by default the latest ones. */
export const conversationQuerySchema = z.strictObject({
  limit: z.optional(limitSchema),
  offset: z.optional(offsetSchema),
});

/** The query of a ledger: the whole one, or what came after an earlier response. */
export const ledgerQuerySchema = z.strictObject({
  cursor: z.optional(
    z.string().check(z.regex(/^\d{1,15}\.\d{1,15}$/, 'must be the cursor of an earlier response')),
  ),
});

/** The part of a list that a query asks for. */
export function bounds({ offset = 0, limit = DEFAULT_PAGE, locate }: WindowQuery): WindowBounds {
  return { offset, limit, locate };
}
