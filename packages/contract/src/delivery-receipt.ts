import * as z from 'zod/mini';
import { lazy } from './lazy.ts';
import { type ReceiptInfo, receiptInfoSchema } from './receipt.ts';

/** The webhook of a message marked delivered or failed. See RCP-6. */
export interface DeliveryReceipt {
  /** Destination number, with a leading plus. See API-3. */
  destination: string;
  /** Successfully delivered; false means failed. */
  delivered: boolean;
  /** Batch UUID. */
  batchuuid: string;
  /** Message UUID. */
  messageuuid: string;
  /** Success or error code with its description. */
  receiptInfo: ReceiptInfo;
}

/** Validates the payload of a receipt webhook. */
export const deliveryReceiptSchema: z.ZodMiniType<DeliveryReceipt> = lazy(() =>
  z.looseObject({
    destination: z.string(),
    delivered: z.boolean(),
    batchuuid: z.string(),
    messageuuid: z.string(),
    receiptInfo: receiptInfoSchema,
  }),
);
