import type { Control } from './control.ts';
import { clockControls, handleControls, serviceControls } from './controls.ts';
import type { Endpoint } from './endpoint.ts';
import { ACCOUNT_ENDPOINTS } from './endpoints/accounts.ts';
import { CARRIER_ENDPOINTS } from './endpoints/carrier.ts';
import { CLOCK_ENDPOINTS } from './endpoints/clock.ts';
import { DOCUMENT_ENDPOINTS } from './endpoints/document.ts';
import { FOLLOWER_ENDPOINTS } from './endpoints/followers.ts';
import { MESSAGE_ENDPOINTS } from './endpoints/messages.ts';
import { READ_ENDPOINTS } from './endpoints/reads.ts';
import { SANDBOX_ENDPOINTS } from './endpoints/sandboxes.ts';
import { SERVER_ENDPOINTS } from './endpoints/server.ts';
import { EVENT_ENDPOINTS } from './endpoints/state.ts';
import { WEBHOOK_ENDPOINTS } from './endpoints/webhooks.ts';

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
  ...ACCOUNT_ENDPOINTS,
  ...MESSAGE_ENDPOINTS,
  ...CARRIER_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  ...READ_ENDPOINTS,
];

/** The endpoint table of the control API. */
export const CONTROL_ENDPOINTS: readonly Endpoint[] = [...SERVICE_ENDPOINTS, ...SANDBOX_ENDPOINTS];
export { SANDBOX_ENDPOINTS };
