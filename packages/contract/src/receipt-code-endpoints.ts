import type { Endpoint } from './endpoint.ts';
import { noQuerySchema } from './query.ts';
import { receiptCodesSchema } from './receipt.ts';

/** The operation on the catalogue of receipt codes: see `endpoints`. */
export const receiptCodeEndpoints = {
  /** The catalogue of receipt codes. See RCP-4. */
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
