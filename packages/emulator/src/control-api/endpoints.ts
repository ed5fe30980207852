import type { Control } from './control.ts';
import { clockControls, handleControls, serviceControls } from './controls.ts';
import type { Endpoint } from './endpoint.ts';
import { ACCOUNT_ENDPOINTS } from './endpoints/accounts.ts';
import { BATCH_ENDPOINTS } from './endpoints/batches.ts';
import { CARRIER_ENDPOINTS } from './endpoints/carrier.ts';
import { CLOCK_ENDPOINTS } from './endpoints/clock.ts';
import { DIGEST_ENDPOINTS } from './endpoints/digest.ts';
import { FOLLOWER_ENDPOINTS } from './endpoints/followers.ts';
import { HANDSET_ENDPOINTS } from './endpoints/handsets.ts';
import { JOB_ENDPOINTS } from './endpoints/jobs.ts';
import { LEDGER_ENDPOINTS } from './endpoints/ledger.ts';
import { TIMELINE_ENDPOINTS } from './endpoints/message-timeline.ts';
import { MESSAGE_ENDPOINTS } from './endpoints/messages.ts';
import { OVERVIEW_ENDPOINTS } from './endpoints/overview.ts';
import { RELATED_ENDPOINTS } from './endpoints/related.ts';
import { REPLAY_ENDPOINTS } from './endpoints/replay.ts';
import { CODE_ENDPOINTS } from './endpoints/request-code.ts';
import { REQUEST_ENDPOINTS } from './endpoints/requests.ts';
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
  ...CLOCK_ENDPOINTS,
  ...FOLLOWER_ENDPOINTS,
  ...EVENT_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...LEDGER_ENDPOINTS,
  ...MESSAGE_ENDPOINTS,
  ...TIMELINE_ENDPOINTS,
  ...CARRIER_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  ...HANDSET_ENDPOINTS,
  ...BATCH_ENDPOINTS,
  ...REQUEST_ENDPOINTS,
  ...CODE_ENDPOINTS,
  ...REPLAY_ENDPOINTS,
  ...DIGEST_ENDPOINTS,
  ...OVERVIEW_ENDPOINTS,
  ...JOB_ENDPOINTS,
  ...RELATED_ENDPOINTS,
];

/** The endpoint table of the control API. */
export const CONTROL_ENDPOINTS: readonly Endpoint[] = [...SERVICE_ENDPOINTS, ...SANDBOX_ENDPOINTS];
export { SANDBOX_ENDPOINTS };
