import type { Control, Endpoint } from '@messaging-service/emulator/host';
import {
  CARRIER_ENDPOINTS,
  CLOCK_ENDPOINTS,
  clockControls,
  EVENT_ENDPOINTS,
  FOLLOWER_ENDPOINTS,
  handleControls,
  MESSAGE_ENDPOINTS,
  SANDBOX_ENDPOINTS,
  SERVER_ENDPOINTS,
  serviceControls,
  WEBHOOK_ENDPOINTS,
} from '@messaging-service/emulator/host';
import { READ_ENDPOINTS } from '@messaging-service/inspector/reads';
import { DOCUMENT_ENDPOINTS } from './document.ts';

/** The rows of the controls. Two methods can call one row. */
const CONTROL_ROWS: readonly Endpoint[] = [
  ...new Map(
    Object.values<Control>({ ...clockControls, ...serviceControls, ...handleControls }).map((row) => [
      row.name,
      row,
    ]),
  ).values(),
];

/** The rows that exist for each service: below the prefix for the default one, and below each sandbox. */
export const SERVICE_ENDPOINTS: readonly Endpoint[] = [
  ...CONTROL_ROWS,
  ...SERVER_ENDPOINTS,
  ...DOCUMENT_ENDPOINTS,
  ...CLOCK_ENDPOINTS,
  ...FOLLOWER_ENDPOINTS,
  ...EVENT_ENDPOINTS,
  ...MESSAGE_ENDPOINTS,
  ...CARRIER_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  ...READ_ENDPOINTS,
];

/** The endpoint table of the control API. */
export const CONTROL_ENDPOINTS: readonly Endpoint[] = [...SERVICE_ENDPOINTS, ...SANDBOX_ENDPOINTS];
export { SANDBOX_ENDPOINTS };
