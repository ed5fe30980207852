import { uuidSchema } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { optional } from '../runtime/options/doc.ts';
import { parseInstant } from '../runtime/time/instant.ts';
import { EXAMPLES } from './values.ts';

/** The maximum length of a page of a list. */
const LONGEST_PAGE = 1_000;

/** `limit` of a list. */
export const limit = optional(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1')),
    z.transform((text: string) => Math.min(Number(text), LONGEST_PAGE)),
  ),
  'Entries of a page; 100 by default, 1,000 at most.',
  '50',
);

/** `offset` of a list. */
export const offset = optional(
  z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number from 0')), z.transform(Number)),
  'The number of entries to skip.',
  '0',
);

/** Parameters of a list that can be read from any offset, as by a table that shows part of a long list. */
export const windowShape = {
  q: optional(
    z.string(),
    `A search: words, \`"quoted phrases"\` and filters such as \`state:failed\`, in any order. All of them must match; \`-\` before one negates it. Case and diacritics do not matter, and phone numbers are found as people write them, such as \`07700 900123\`. An unknown filter or value is refused, with a suggestion.`,
    'code -draft',
  ),
  offset,
  locate: optional(
    z.string(),
    'Identifier of a row whose index in the list is returned as `position`; needs an `offset`.',
    EXAMPLES.message,
  ),
};

/** Text in which a plus that was not escaped arrived as a space. */
export const instantText = z
  .string()
  .check(z.overwrite((text: string) => text.replace(/ (?=\d\d:?\d\d$)/, '+')));

const isInstant = z.refine<string>(
  (text) => parseInstant(text) !== undefined,
  'must be an ISO 8601 instant, such as 2026-01-01T09:00Z',
);

/** An instant in a query. */
export const instantParameter = z.pipe(
  instantText.check(isInstant),
  z.transform((text: string) => parseInstant(text)),
);

/** `account` of a list. */
export const account = optional(uuidSchema, 'Account UUID.', EXAMPLES.account);

/** `cursor` of a list in pages. */
export const pageCursor = <Schema extends z.ZodMiniType>(schema: Schema) =>
  optional(schema, 'The `next` of the previous page.', '100');

/** A list in pages continues from a cursor; only a list that is read by its offset is counted. */
export const windowWhole = z.refine((value) => {
  const { offset: from, order, locate, cursor } = value as Readonly<Record<string, unknown>>;
  return from === undefined ? order === undefined && locate === undefined : cursor === undefined;
}, 'must have an "offset" with "order" or "locate", and no "cursor" with an "offset"');

/** The query of a list that is only read by its offset. */
export const windowQuery = z.strictObject({ ...windowShape, limit });
