import * as z from 'zod/mini';
import { flagSchema } from './primitives.ts';
import { requestObject } from './schema.ts';

/** The query of an operation without parameters, except the key. */
export type NoQuery = Record<never, never>;

/** An optional flag. */
export const optionalFlagSchema = z.optional(flagSchema);

/** Validates the query of an operation without parameters, except the key. */
export const noQuerySchema: z.ZodMiniType<NoQuery> = requestObject({});
