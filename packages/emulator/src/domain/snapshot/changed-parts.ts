import type * as facts from '../state/facts.ts';

/** The parts of the state that a fact can change. Each member copies one of them. */
export interface Preserving {
  account(uuid: string): void;
  organizationOf(accountUuid: string): void;
  notification(uuid: string): void;
  delivery(id: string): void;
  header(batchUuid: string): void;
  message(batchUuid: string, uuid: string): void;
  handsetOf(messageUuid: string): void;
  cancelled(batchUuid: string): void;
}

type Preservers = {
  readonly [Type in facts.Fact['type']]: (
    capture: Preserving,
    fact: Extract<facts.Fact, { type: Type }>,
  ) => void;
};

const account = (capture: Preserving, { accountUuid }: { readonly accountUuid: string }) =>
  capture.account(accountUuid);
const notification = (capture: Preserving, { notificationUuid }: { readonly notificationUuid: string }) =>
  capture.notification(notificationUuid);
const delivery = (capture: Preserving, { deliveryId }: { readonly deliveryId: string }) =>
  capture.delivery(deliveryId);
const resolved = (
  capture: Preserving,
  fact: { readonly batchUuid: string; readonly messageUuid: string },
) => {
  capture.header(fact.batchUuid);
  capture.message(fact.batchUuid, fact.messageUuid);
};
/** Facts that only add entries, or that replace a value whose earlier value is in the capture. */
const nothing = () => undefined;

/** Parts of the state that each type of fact changes: the counterpart of the table in `apply.ts`. */
const PRESERVERS: Preservers = {
  'organization-created': nothing,
  'account-created': nothing,
  'account-edited': account,
  'account-deactivated': account,
  'sender-registered': nothing,
  'shared-senders-replaced': nothing,
  'shared-sender-locked': nothing,
  'batch-queued': nothing,
  'batch-cancelled': (capture, { batchUuid }) => capture.cancelled(batchUuid),
  'batch-released': (capture, { batchUuid }) => capture.header(batchUuid),
  'message-sent': (capture, { batchUuid, messageUuid }) => {
    capture.message(batchUuid, messageUuid);
    capture.handsetOf(messageUuid);
  },
  'message-delivered': resolved,
  'message-failed': resolved,
  'credits-held': account,
  'credits-released': account,
  'credits-charged': account,
  'credits-granted': account,
  'credits-topped-up': (capture, { accountUuid }) => {
    capture.account(accountUuid);
    capture.organizationOf(accountUuid);
  },
  'paid-credits-reset': account,
  'packaged-credits-refilled': account,
  'inbound-received': nothing,
  'notification-created': nothing,
  'threshold-crossed': notification,
  'threshold-rearmed': notification,
  'webhook-queued': nothing,
  'webhook-attempted': delivery,
  'webhook-exhausted': delivery,
  'webhook-requeued': delivery,
  'carrier-set': nothing,
};

/** Copies the parts of the state that a fact is about to change. */
export function preserveChanged(capture: Preserving, fact: facts.Fact): void {
  const preserver = PRESERVERS[fact.type] as (capture: Preserving, fact: facts.Fact) => void;
  preserver(capture, fact);
}
