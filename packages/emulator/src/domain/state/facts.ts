import type { Channel, InboundMessage, ReceiptInfo } from '@messaging-service/contract';
import type { DecidedBy, Origin } from './decided-by.ts';
import type {
  Account,
  Attempt,
  Batch,
  CarrierDefault,
  Delivery,
  Notification,
  Organization,
  SenderLock,
} from './state.ts';

/**
 * The facts that can happen: plain data, named in the past tense. Applied one after another, they result in
 * the state.
 */
export type Fact =
  | OrganizationCreated
  | AccountCreated
  | AccountEdited
  | AccountDeactivated
  | SenderRegistered
  | SharedSendersReplaced
  | SharedSenderLocked
  | BatchQueued
  | BatchCancelled
  | BatchReleased
  | MessageSent
  | MessageResolved<'message-delivered'>
  | MessageResolved<'message-failed'>
  | CreditsReserved<'credits-held'>
  | CreditsReserved<'credits-released'>
  | CreditsCharged
  | CreditsGranted
  | CreditsToppedUp
  | CreditsScheduled<'paid-credits-reset'>
  | CreditsScheduled<'packaged-credits-refilled'>
  | InboundReceived
  | OptOutChanged<'recipient-opted-out'>
  | OptOutChanged<'recipient-opted-in'>
  | NotificationCreated
  | ThresholdPassed<'threshold-crossed'>
  | ThresholdPassed<'threshold-rearmed'>
  | WebhookQueued
  | WebhookAttempted
  | WebhookExhausted
  | CarrierSet;

interface OrganizationCreated extends Omit<Organization, 'uuid'> {
  readonly type: 'organization-created';
  readonly organizationUuid: string;
}

export interface AccountCreated extends Pick<Account, 'organizationUuid' | 'name' | 'apiKey'> {
  readonly type: 'account-created';
  readonly accountUuid: string;
}

/** Members that are undefined do not change. */
export interface AccountEdited {
  readonly type: 'account-edited';
  readonly accountUuid: string;
  readonly paid?: Partial<Omit<Account['paid'], 'remaining'>>;
  readonly packaged?: Partial<Omit<Account['packaged'], 'remaining'>>;
  readonly mo?: Partial<Account['mo']>;
  readonly schedule?: Account['schedule'];
}

interface AccountDeactivated {
  readonly type: 'account-deactivated';
  readonly accountUuid: string;
}

interface SenderRegistered {
  readonly type: 'sender-registered';
  readonly accountUuid: string;
  readonly sender: string;
}

interface SharedSendersReplaced {
  readonly type: 'shared-senders-replaced';
  readonly senders: readonly string[];
}

interface SharedSenderLocked extends SenderLock {
  readonly type: 'shared-sender-locked';
  readonly number: string;
}

export interface BatchQueued
  extends Pick<
    Batch,
    'accountUuid' | 'from' | 'body' | 'units' | 'channels' | 'callback' | 'sendAt' | 'fault'
  > {
  readonly type: 'batch-queued';
  readonly batchUuid: string;
  readonly senderType: 'custom' | 'shared';
  /** Destinations as requested, and the identifier of each one's message at the same index. */
  readonly destinations: readonly string[];
  readonly messageUuids: readonly string[];
}

interface BatchCancelled {
  readonly type: 'batch-cancelled';
  readonly batchUuid: string;
}

/** A scheduled batch has become due: it is no longer pending, and its first `payable` messages are paid for. */
interface BatchReleased {
  readonly type: 'batch-released';
  readonly batchUuid: string;
  readonly payable: number;
}

interface MessageSent {
  readonly type: 'message-sent';
  readonly messageUuid: string;
  readonly batchUuid: string;
  readonly channel: Channel;
  readonly decidedBy: DecidedBy;
}

/** The network has reported on a message. */
export interface MessageResolved<Type extends 'message-delivered' | 'message-failed'> {
  readonly type: Type;
  readonly messageUuid: string;
  readonly batchUuid: string;
  readonly receipt: ReceiptInfo;
  /** Undefined for a message of an older snapshot. */
  readonly decidedBy: DecidedBy | undefined;
}

/** A scheduled batch reserves its cost, or its reservation ends: it was cancelled, or has become due. */
export interface CreditsReserved<Type extends 'credits-held' | 'credits-released'> {
  readonly type: Type;
  readonly accountUuid: string;
  readonly batchUuid: string;
  readonly credits: number;
  readonly decidedBy: Origin;
}

interface CreditsCharged {
  readonly type: 'credits-charged';
  readonly accountUuid: string;
  readonly batchUuid: string;
  readonly packaged: number;
  readonly paid: number;
  readonly decidedBy: Origin;
}

/** The credits that an account of the configuration begins with. They are not taken from any other credits. */
interface CreditsGranted {
  readonly type: 'credits-granted';
  readonly accountUuid: string;
  readonly packaged: number;
  readonly paid: number;
  readonly decidedBy: Origin;
}

interface CreditsToppedUp {
  readonly type: 'credits-topped-up';
  readonly accountUuid: string;
  readonly credits: number;
  readonly decidedBy: Origin;
}

/** The schedule of an account has run. */
interface CreditsScheduled<Type extends 'paid-credits-reset' | 'packaged-credits-refilled'> {
  readonly type: Type;
  readonly accountUuid: string;
  readonly decidedBy: Origin;
}

interface InboundReceived {
  readonly type: 'inbound-received';
  readonly payload: InboundMessage;
}

/** The user of a handset has opted out of the messages of a sender ID, or takes it back. */
interface OptOutChanged<Type extends 'recipient-opted-out' | 'recipient-opted-in'> {
  readonly type: Type;
  readonly number: string;
  readonly sender: string;
}

interface NotificationCreated extends Omit<Notification, 'uuid'> {
  readonly type: 'notification-created';
  readonly notificationUuid: string;
}

/** A value has fallen below the threshold of a notification, or is no longer below it. */
interface ThresholdPassed<Type extends 'threshold-crossed' | 'threshold-rearmed'> {
  readonly type: Type;
  readonly notificationUuid: string;
}

interface WebhookQueued
  extends Pick<Delivery, 'kind' | 'accountUuid' | 'messageUuid' | 'url' | 'body' | 'copyOf' | 'fault'> {
  readonly type: 'webhook-queued';
  readonly deliveryId: string;
}

interface WebhookAttempted {
  readonly type: 'webhook-attempted';
  readonly deliveryId: string;
  readonly attempt: Attempt;
}

/** The last attempt of the plan has failed. */
interface WebhookExhausted {
  readonly type: 'webhook-exhausted';
  readonly deliveryId: string;
}

interface CarrierSet {
  readonly type: 'carrier-set';
  readonly carrier: CarrierDefault;
}
