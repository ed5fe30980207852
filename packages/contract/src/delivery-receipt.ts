import type * as z from 'zod/mini';
import { type PayloadShape, payloadSchema } from './payload-shape.ts';
import type { ReceiptInfo } from './receipt.ts';

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

/** The members of a receipt webhook. RCP-6. */
export const DELIVERY_RECEIPT_SHAPE: PayloadShape<DeliveryReceipt> = {
  destination: 'a string',
  delivered: 'a boolean',
  batchuuid: 'a string',
  messageuuid: 'a string',
  receiptInfo: { code: 'a string', description: 'a string' },
};

/** Validates the payload of a receipt webhook. */
export const deliveryReceiptSchema: z.ZodMiniType<DeliveryReceipt> =
  /* @__PURE__ */ payloadSchema(DELIVERY_RECEIPT_SHAPE);
