import * as z from 'zod/mini';
import { lazy } from './lazy.ts';
import { flagSchema } from './primitives.ts';
import { DRY_RUN_SPELLINGS, readEitherSpelling, spellingsAgree } from './spelling.ts';

/** An operation that takes nothing in the query but the key. */
export type NoQuery = Record<never, never>;

/** A flag that may be left out. */
export const optionalFlagSchema = lazy(() => z.optional(flagSchema));

/** Validates the query of an operation that takes nothing in it but the key. */
export const noQuerySchema: z.ZodMiniType<NoQuery> = lazy(() => z.strictObject({}));

/** Makes the schema of a query with a dry run: either spelling is read. */
export function dryRunQuerySchema<Query extends object>(query: z.ZodMiniType<Query>): z.ZodMiniType<Query> {
  return z.pipe(
    query.check(spellingsAgree(DRY_RUN_SPELLINGS)),
    z.transform((flags: Query) => readEitherSpelling(flags, DRY_RUN_SPELLINGS)),
  );
}
