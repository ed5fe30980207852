import type { Endpoint } from '@messaging-service/emulator/host';
import { SANDBOX_ENDPOINTS, SERVICE_ROWS } from '@messaging-service/emulator/host';
import { READ_ENDPOINTS } from '@messaging-service/inspector/reads';
import { DOCUMENT_ENDPOINTS } from './document.ts';

/** The rows that exist for each service: below the prefix for the default one, and below each sandbox. */
export const SERVICE_ENDPOINTS: readonly Endpoint[] = [
  ...DOCUMENT_ENDPOINTS,
  ...SERVICE_ROWS,
  ...READ_ENDPOINTS,
];

/** The endpoint table of the control API. */
export const CONTROL_ENDPOINTS: readonly Endpoint[] = [...SERVICE_ENDPOINTS, ...SANDBOX_ENDPOINTS];
export { SANDBOX_ENDPOINTS };
