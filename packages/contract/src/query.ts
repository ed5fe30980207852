import * as z from 'zod/mini';
import { flagSchema } from './primitives.ts';
import { DRY_RUN_SPELLINGS, readEitherSpelling, spellingsAgree } from './spelling.ts';

/** The query of an operation without parameters, except the key. */
export type NoQuery = Record<never, never>;

/** An optional flag. */
export const optionalFlagSchema = z.optional(flagSchema);

/** Validates the query of an operation without parameters, except the key. */
export const noQuerySchema: z.ZodMiniType<NoQuery> = z.strictObject({});

/** Creates the schema of a query with a dry run, in either spelling. */
export function dryRunQuerySchema<Query extends object>(query: z.ZodMiniType<Query>): z.ZodMiniType<Query> {
  return z.pipe(
    query.check(spellingsAgree(DRY_RUN_SPELLINGS)),
    z.transform((flags: Query) => readEitherSpelling(flags, DRY_RUN_SPELLINGS)),
  );
}
