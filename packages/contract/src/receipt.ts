import * as z from 'zod/mini';
import { identifierSchema } from './primitives.ts';
import type { ReceiptCode } from './receipt-codes.ts';
import { list } from './schema.ts';

/** Numbers of messages of a batch by state. */
export interface ReceiptCounts {
  /** Messages in the batch. */
  total: number;
  /** Messages marked delivered. */
  delivered: number;
  /** Messages marked failed. Messages that are neither delivered nor failed are still being sent. */
  failed: number;
}

/** Why a message was delivered or failed. */
export interface ReceiptInfo {
  /** Hexadecimal code of a delivery state; `00` is success. See the receipt-codes operation. */
  code: string;
  /** Description of the code. */
  description: string;
}

/** The receipt of one message. */
export interface ReceiptDetail {
  /** Destination number, with a leading plus. */
  destination: string;
  /** Marked delivered. */
  delivered: boolean;
  /** Marked failed. */
  failed: boolean;
  /** Batch UUID. */
  batchuuid: string;
  /** Message UUID. */
  messageuuid: string;
  /** Code and description; null if you sent without a callback URL. */
  info: ReceiptInfo | null;
}

/** Response of get-delivery-receipts. */
export interface ReceiptSummary {
  /** Totals of the batch. */
  counts: ReceiptCounts;
  /** One entry for each message; present only if requested with `details`. */
  details?: ReceiptDetail[] | undefined;
}

/** Validates `{ code, description }` in any receipt. */
export const receiptInfoSchema: z.ZodMiniType<ReceiptInfo> = z.looseObject({
  code: z.string(),
  description: z.string(),
});

/** Validates the response of get-delivery-receipts. */
export const receiptSummarySchema: z.ZodMiniType<ReceiptSummary> = z.looseObject({
  counts: z.looseObject({ total: z.int(), delivered: z.int(), failed: z.int() }),
  details: z.optional(
    list(
      z.looseObject({
        destination: z.string(),
        delivered: z.boolean(),
        failed: z.boolean(),
        batchuuid: z.string(),
        messageuuid: z.string(),
        info: z.nullable(receiptInfoSchema),
      }),
    ),
  ),
});

/** Validates the response of the receipt-codes operation. */
export const receiptCodesSchema: z.ZodMiniType<ReceiptCode[]> = list(
  z.looseObject({ code: identifierSchema, description: z.string() }),
);
