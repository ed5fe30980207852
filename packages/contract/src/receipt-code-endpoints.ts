import type { Endpoint } from './endpoint.ts';
import { noQuerySchema } from './query.ts';
import { receiptCodesSchema } from './receipt.ts';

/** The operation on the catalogue of receipt codes: see `endpoints`. */
export const receiptCodeEndpoints = {
  /**
   * List receipt codes. Returns the codes of receipts, with their descriptions. Response: the receipt codes and their
   * descriptions. See RCP-4.
   */
  list: {
    method: 'GET',
    path: '/dr-responses',
    key: 'any',
    query: noQuerySchema,
    body: null,
    response: receiptCodesSchema,
    essential: ['*.code'],
    idempotent: true,
  },
} as const satisfies Record<string, Endpoint>;
