import { DELIVERED_CODE } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { LAST_INSTANT } from '../time/instant.ts';

/** An identifier as the state contains it. See API-14. */
export const uuid = z
  .string()
  .check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, 'must be a UUID in lower case'));

/** An instant that can be shown, in milliseconds since the epoch. */
export const instant = z
  .int()
  .check(z.refine((at) => Math.abs(at) <= LAST_INSTANT, 'must be an instant that a date can represent'));

/** A number of something. */
export const count = z.int().check(z.refine((number) => number >= 0, 'must not be negative'));

/** The highest value of a counter. A mark of the history contains it as 15 digits at most, and it continues to count. */
const LAST_COUNT = 1e14;

/** A counter, which must have room to count on. */
export const counter = count.check(
  z.refine((number) => number <= LAST_COUNT, `must not be above ${LAST_COUNT}`),
);

/** The code and the description of a receipt. */
export const receipt = z.strictObject({
  code: z.string().check(z.regex(/^[\da-f]{1,8}$/i, 'must be 1 to 8 hexadecimal digits')),
  description: z.string(),
});

/** Whether a receipt belongs to a delivery, or to a failure. RCP-5. */
export function isReceiptOf(delivered: boolean, { code }: { readonly code: string }): boolean {
  return delivered ? code === DELIVERED_CODE : !/^0+$/.test(code);
}
