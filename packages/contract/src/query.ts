import * as z from 'zod/mini';
import { flagSchema } from './primitives.ts';
import { requestObject } from './schema.ts';
import type { Spelling } from './spelling.ts';

/** The query of an operation without parameters, except the key. */
export type NoQuery = Record<never, never>;

/** The flag of a dry run. See API-7. */
export const DRY_RUN_SPELLINGS: readonly Spelling[] = [['isDryrun', 'dryRun']];

/** An optional flag. */
export const optionalFlagSchema = z.optional(flagSchema);

/** Validates the query of an operation without parameters, except the key. */
export const noQuerySchema: z.ZodMiniType<NoQuery> = requestObject({});
