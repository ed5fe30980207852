import * as z from 'zod/mini';
import { lazy } from './lazy.ts';
import { identifierSchema } from './primitives.ts';

/** How many messages of a batch stand where. */
export interface ReceiptCounts {
  /** Messages in the batch. */
  total: number;
  /** Messages marked delivered. */
  delivered: number;
  /** Messages marked failed; what is neither is still on its way. */
  failed: number;
}

/** Why a message stands where it does. */
export interface ReceiptInfo {
  /** Hexadecimal code of a delivery state; `00` is success. See the receipt-codes operation. */
  code: string;
  /** The code in words. */
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
  /** Delivery info; null unless the request that created the batch gave a callback URL. */
  info: ReceiptInfo | null;
}

/** The answer of get-delivery-receipts. */
export interface ReceiptSummary {
  /** Totals of the batch. */
  counts: ReceiptCounts;
  /** One entry for each message; present only when asked for with `details`. */
  details?: ReceiptDetail[] | undefined;
}

/** An entry of the catalogue of receipt codes. */
export interface ReceiptCode {
  /** Hexadecimal code, as receipts carry it. */
  code: string;
  /** What it means. */
  description: string;
}

/** The receipt codes the service publishes. */
export const RECEIPT_CODES = [
  { code: '00', description: 'Successful' },
  { code: '1', description: 'Sent to SME but unable to confirm' },
  { code: '2', description: 'replaced at the SMSC' },
  { code: '22', description: 'No response from the SME (e.g. phone switched off)' },
] as const satisfies readonly ReceiptCode[];

/** The code of a successful delivery. */
export const DELIVERED_CODE = '00';

/** Validates `{ code, description }`, wherever a receipt carries it. */
export const receiptInfoSchema: z.ZodMiniType<ReceiptInfo> = lazy(() =>
  z.looseObject({
    code: z.string(),
    description: z.string(),
  }),
);

/** Validates the answer of get-delivery-receipts. */
export const receiptSummarySchema: z.ZodMiniType<ReceiptSummary> = lazy(() =>
  z.looseObject({
    counts: z.looseObject({ total: z.int(), delivered: z.int(), failed: z.int() }),
    details: z.optional(
      z.array(
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
  }),
);

/** Validates the answer of the receipt-codes operation. */
export const receiptCodesSchema: z.ZodMiniType<ReceiptCode[]> = lazy(() =>
  z.array(z.looseObject({ code: identifierSchema, description: z.string() })),
);
