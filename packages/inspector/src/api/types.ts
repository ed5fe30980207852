/** What the control API answers, as far as the page reads it. Instants are ISO 8601, GMT. */

export type MessageState = 'scheduled' | 'queued' | 'sent' | 'delivered' | 'failed';

export interface Message {
  readonly messageUuid: string;
  readonly batchUuid: string;
  readonly accountUuid: string;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly units: number;
  readonly channel: string | null;
  readonly state: MessageState;
  readonly queuedAt: string;
  readonly sendAt: string | null;
  readonly sentAt: string | null;
  readonly resolvedAt: string | null;
  readonly receipt: { readonly code: string; readonly description: string } | null;
  readonly callback: string | null;
}

export interface Inbound {
  readonly mo_uuid: string;
  readonly account_uuid: string;
  readonly message_uuid: string | null;
  readonly channel: string;
  readonly message: string;
  readonly at: string;
  readonly from: number;
  readonly to: string;
}

export interface Handset {
  readonly number: string;
  readonly latestAt: string;
  readonly messages: number;
  readonly text: string;
  readonly state: MessageState | 'inbound';
}

export interface Conversation {
  readonly number: string;
  readonly messages: readonly Message[];
  readonly inbound: readonly Inbound[];
}

export interface Attempt {
  readonly at: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Delivery {
  readonly id: string;
  readonly kind: 'inbound-message' | 'delivery-receipt' | 'credit-notification';
  readonly accountUuid: string;
  readonly url: string;
  readonly payload: unknown;
  readonly state: 'pending' | 'succeeded' | 'exhausted';
  readonly attempts: readonly Attempt[];
}

export interface DeliveryDetail extends Delivery {
  /** Exactly what was sent. */
  readonly body: string;
}

export type Job = { readonly dueAt: string } & (
  | { readonly kind: 'send-batch'; readonly batchUuid: string; readonly messages: number }
  | { readonly kind: 'resolve-messages'; readonly delivered: boolean; readonly messages: number }
  | {
      readonly kind: 'attempt-webhook';
      readonly deliveryId: string;
      readonly url: string;
      readonly attempt: number;
    }
  | { readonly kind: 'run-schedule'; readonly accountUuid: string; readonly name: string }
);

export interface Organization {
  readonly identifier: string;
  readonly name: string;
  readonly credits: number | null;
  readonly creditSystem: boolean;
}

export type ThresholdType =
  | 'paid_fixed_number'
  | 'packaged_fixed_number'
  | 'packaged_percentage'
  | 'paid_negative_fixed_number'
  | 'paid_negative_percentage';

export interface Notification {
  readonly uuid: string;
  readonly url: string;
  readonly thresholdType: ThresholdType;
  readonly thresholdValue: number;
  readonly armed: boolean;
}

export interface Account {
  readonly identifier: string;
  readonly organizationUuid: string;
  readonly apiKey: string;
  readonly name: string;
  readonly credits: number;
  readonly held_credits: number;
  readonly paid_credits: {
    readonly remaining: number;
    readonly allow_negative: boolean;
    readonly negative_limit: number | null;
    readonly schedule_reset_to_zero: boolean;
  };
  readonly packaged_credits: {
    readonly remaining: number;
    readonly schedule_refill_amount: number;
    readonly schedule_refill: boolean;
  };
  readonly mo: { readonly mo_webhook_url: string };
  readonly schedule: string | null;
  readonly deleted: boolean;
  readonly senders: readonly string[];
  readonly signsInbound: boolean;
  readonly notifications: readonly Notification[];
  readonly nextRuns: readonly string[];
}

export interface Accounts {
  readonly organizations: readonly Organization[];
  readonly accounts: readonly Account[];
  readonly sharedSenders: readonly string[];
}

export interface LedgerPoint {
  readonly seq: number;
  readonly at: string;
  readonly paid: number;
  readonly packaged: number;
  readonly held: number;
}

export interface LedgerMark {
  readonly seq: number;
  readonly at: string;
  readonly type:
    | 'credits-topped-up'
    | 'paid-credits-reset'
    | 'packaged-credits-refilled'
    | 'threshold-crossed';
  readonly notificationUuid: string | null;
}

export interface Ledger {
  readonly points: readonly LedgerPoint[];
  readonly marks: readonly LedgerMark[];
}

export interface Locks {
  readonly locks: readonly { readonly number: string; readonly sender: string }[];
  readonly total: number;
}

export interface LoggedRequest {
  readonly id: number;
  readonly at: string;
  readonly method: string;
  readonly url: string;
  readonly status: number | null;
  readonly tookMs: number;
}

export interface RequestDetail extends LoggedRequest {
  readonly requestBody: string;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: string | null;
}

export interface Fault {
  readonly id: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly delayMs?: number;
  readonly disconnect?: boolean;
  readonly when?: 'before' | 'after';
  readonly left: number;
}

export interface Carrier {
  readonly outcome: 'deliver' | 'fail' | 'hold';
}

export interface ReceiptCode {
  readonly code: string;
  readonly description: string;
}

/** The latest numbers of the service; one that differs from the one before says that something has changed. */
export interface Digest {
  readonly now: string;
  readonly mode: 'virtual' | 'system';
  readonly seq: number;
  readonly requests: number;
  readonly faults: number;
  readonly sandboxes: number;
}
