import type { CreditNotification, DeliveryReceipt, InboundMessage, Issue } from '@messaging-service/contract';

/** A payload that was accepted although it differs from the specification. */
export interface WithDifferences {
  /**
   * How the payload differs from the specification: paths and types, never a value. `undefined` if it does not differ.
   * Types describe the specification, so a member with a difference can be missing or of another type. See WHK-9.
   */
  readonly differences?: readonly Issue[];
}

/** A message from a handset. See INB-2. */
export interface InboundMessageContent extends WithDifferences {
  /** Distinguishes the kinds. */
  readonly kind: 'inbound-message';
  /** The body with all its fields, including those that this version does not know. */
  readonly payload: InboundMessage;
}

/** A message was marked delivered or failed. See RCP-6. */
export interface DeliveryReceiptContent extends WithDifferences {
  /** Distinguishes the kinds. */
  readonly kind: 'delivery-receipt';
  /** The body with all its fields, including those that this version does not know. */
  readonly payload: DeliveryReceipt;
}

/** An account fell below a threshold. See NTF-1. */
export interface CreditNotificationContent extends WithDifferences {
  /** Distinguishes the kinds. */
  readonly kind: 'credit-notification';
  /** The body with all its fields, including those that this version does not know. */
  readonly payload: CreditNotification;
}

/**
 * JSON of a kind that this version does not know. Respond with 200, otherwise a newer service sends it five more times.
 */
export interface UnknownContent {
  /** Distinguishes the kinds. */
  readonly kind: 'unknown';
  /** The parsed body. */
  readonly payload: unknown;
}

/** The content of a webhook. `kind` determines the type of `payload`. */
export type WebhookContent =
  | InboundMessageContent
  | DeliveryReceiptContent
  | CreditNotificationContent
  | UnknownContent;

/** The result of verification. */
export interface Verification {
  /** The signature matched, so the service sent this event. */
  readonly verified: true;
  /**
   * The form of the body that matched: as received (`raw`), without insignificant whitespace (`minified`), or, with the
   * option `reserialize`, parsed and serialized again (`reserialized`).
   */
  readonly matched: 'raw' | 'minified' | 'reserialized';
  /** When it was sent, in milliseconds since the epoch, regardless of the unit of the header. */
  readonly timestamp: number;
  /** The `environment` header: the environment it was sent from. */
  readonly environment: string;
  /**
   * The account whose secret matched. A receipt does not name its account, so compare this with the account that the
   * message was sent from. `undefined` if `secrets` does not tie the secret to an account.
   */
  readonly account: string | undefined;
}

/** A webhook whose signature matched. */
export type VerifiedWebhook = WebhookContent & Verification;

/** A webhook without a verified signature. Anyone who knows the URL can have sent it. */
export type UnverifiedWebhook = WebhookContent & {
  /** No signature was checked. */
  readonly verified: false;
};

/** A webhook. `verified` shows whether its signature matched. */
export type WebhookEvent = VerifiedWebhook | UnverifiedWebhook;
