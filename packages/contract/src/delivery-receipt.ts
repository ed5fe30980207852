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
