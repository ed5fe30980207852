import * as z from 'zod/mini';
import { count } from './values.ts';

/** Who or what started a change. */
export const origin = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('request'), fault: z.optional(z.string()) }),
  z.strictObject({ kind: z.enum(['by-hand', 'schedule', 'configuration']) }),
]);

/** What decided the outcome of a message. */
export const decidedBy = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rule'), position: count, to: z.string() }),
  z.strictObject({ kind: z.literal('rule-function') }),
  z.strictObject({ kind: z.literal('test-number'), digits: z.string() }),
  z.strictObject({ kind: z.literal('default') }),
  z.strictObject({ kind: z.literal('opted-out'), sender: z.string() }),
  z.strictObject({ kind: z.literal('by-hand') }),
  z.strictObject({ kind: z.literal('no-credits') }),
  z.strictObject({ kind: z.literal('expired'), validityMs: count }),
]);
