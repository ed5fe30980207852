/** An entry of the catalogue of receipt codes. */
export interface ReceiptCode {
  /** Hexadecimal code, as in receipts. */
  code: string;
  /** Description of the code. */
  description: string;
}

/** The code of a successful delivery. */
export const DELIVERED_CODE = '00';

/** The receipt codes the service publishes. */
export const RECEIPT_CODES = [
  { code: DELIVERED_CODE, description: 'Successful' },
  { code: '1', description: 'Sent to SME but unable to confirm' },
  { code: '2', description: 'replaced at the SMSC' },
  { code: '22', description: 'No response from the SME (e.g. phone switched off)' },
] as const satisfies readonly ReceiptCode[];
