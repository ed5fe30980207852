import {
  DELIVERED_CODE,
  RECEIPT_CODES,
  type ReceiptCode,
  type ReceiptInfo,
} from '@messaging-service/contract';

/**
 * Failures that this service distinguishes beyond the published codes. The specification has no list, so the codes are
 * ours. See RCP-4.
 */
const OWN_CODES = [
  { code: '30', description: 'The recipient has opted out' },
  { code: '31', description: 'The handset supports none of the channels' },
  { code: '32', description: 'The message expired before a receipt came' },
  { code: '40', description: 'No provider accepted the message' },
  { code: '41', description: 'The account had too few credits when the message was due' },
] as const satisfies readonly ReceiptCode[];

/** Every code with its own meaning that a receipt of this service can have: the published ones first. */
export const CATALOGUE: readonly ReceiptCode[] = [...RECEIPT_CODES, ...OWN_CODES];

const [OPTED_OUT, UNSUPPORTED, EXPIRED, NOT_HANDED_OVER, UNPAID] = OWN_CODES;
const [SUCCESSFUL, , , NO_RESPONSE] = RECEIPT_CODES;

/** The default receipts of the outcomes. */
export const RECEIPTS = {
  successful: SUCCESSFUL,
  noResponse: NO_RESPONSE,
  optedOut: OPTED_OUT,
  unsupported: UNSUPPORTED,
  expired: EXPIRED,
  notHandedOver: NOT_HANDED_OVER,
  unpaid: UNPAID,
} as const satisfies Record<string, ReceiptInfo>;

/**
 * Explains why an outcome cannot have a receipt code; undefined if it can. The code 00 accompanies a successful
 * delivery, and other values accompany failures. A code of zeros only has the value of 00, so it is not a failure.
 * See RCP-5.
 */
export function receiptCodeProblem(delivered: boolean, code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  if (delivered) return code === DELIVERED_CODE ? undefined : ONLY_CODE_OF_DELIVERY;
  return /^0+$/.test(code) ? NO_CODE_OF_FAILURE : undefined;
}

const ONLY_CODE_OF_DELIVERY = 'must be "00" for a delivery, because other codes mean a failure';
const NO_CODE_OF_FAILURE = 'must not be zero for a failure, because "00" means a delivery';

/** The receipt of a code, with the description of the catalog if it has the code. */
export function receiptOf(code: string, description?: string): ReceiptInfo {
  const known = CATALOGUE.find((entry) => entry.code === code);
  return { code, description: description ?? known?.description ?? `Failed with code ${code}` };
}
