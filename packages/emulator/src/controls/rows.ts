import type { DeliveryRow } from '../domain/views/webhook-list.ts';
import type { SignatureCheck } from '../runtime/webhooks/signing.ts';
import { CARRIER_ENDPOINTS, type viewCarrier } from './carrier.ts';
import { CLOCK_ENDPOINTS, type viewAdvance, type viewMove } from './clock.ts';
import type { Control } from './control.ts';
import { clockControls, handleControls, serviceControls } from './controls.ts';
import type { Endpoint } from './endpoint.ts';
import { FOLLOWER_ENDPOINTS } from './followers.ts';
import { MESSAGE_ENDPOINTS } from './messages.ts';
import type { viewSandbox } from './sandboxes.ts';
import { SERVER_ENDPOINTS } from './server.ts';
import { EVENT_ENDPOINTS } from './state.ts';
import { type DeliveryDetail, WEBHOOK_ENDPOINTS } from './webhooks.ts';

/** The rows of the controls. Two methods can call one row. */
const CONTROL_ROWS: readonly Endpoint[] = [
  ...new Map(
    Object.values<Control>({ ...clockControls, ...serviceControls, ...handleControls }).map((row) => [
      row.name,
      row,
    ]),
  ).values(),
];

/** The rows of the control API for a service: those of its controls, and those that are not controls. */
export const SERVICE_ROWS: readonly Endpoint[] = [
  ...CONTROL_ROWS,
  ...SERVER_ENDPOINTS,
  ...CLOCK_ENDPOINTS,
  ...FOLLOWER_ENDPOINTS,
  ...EVENT_ENDPOINTS,
  ...MESSAGE_ENDPOINTS,
  ...CARRIER_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
];

/** Objects of the control API as its responses have them. Users do not have these types, because no method returns them. */
export interface RowViews {
  /** `GET /clock/advance`. */
  readonly advance: ReturnType<typeof viewAdvance>;
  /** `GET /carrier`. */
  readonly carrier: ReturnType<typeof viewCarrier>;
  /** `GET /webhooks/{id}`. */
  readonly delivery: DeliveryDetail;
  /** An entry of `GET /webhooks?offset=…`. */
  readonly deliveryRow: DeliveryRow;
  /** An entry of `GET /clock/moves`. */
  readonly move: ReturnType<typeof viewMove>;
  /** An entry of `GET /sandboxes`. */
  readonly sandbox: ReturnType<typeof viewSandbox>;
  /** `POST /webhooks/{id}/verify`. */
  readonly signatureCheck: SignatureCheck;
}
