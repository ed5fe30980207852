import { type Endpoint, endpoint } from '@messaging-service/emulator/host';

/** The OpenAPI document of the control API. */
export const DOCUMENT_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getDocument', 'GET /openapi.json', {
    tag: 'server',
    description: 'Returns this document: the OpenAPI document of the control API.',
    answer: 'free',
    // It is loaded on demand, because few calls need it.
    run: async () => (await import('../../control-api.json', { with: { type: 'json' } })).default as unknown,
  }),
];
