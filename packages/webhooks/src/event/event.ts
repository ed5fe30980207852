import type { Issue, WebhookKind, WebhookPayloads } from '@messaging-service/contract';

/**
 * The content of a webhook of a known kind.
 *
 * @typeParam Kind - `inbound-message`: a message from a handset, see INB-2. `delivery-receipt`: a message was marked delivered or
 * failed, see RCP-6. `credit-notification`: an account fell below a threshold, see NTF-1.
 */
export interface KnownContent<Kind extends WebhookKind> {
  /** Distinguishes the kinds. */
  readonly kind: Kind;
  /** The body with all its fields, including those that this version does not know. */
  readonly payload: WebhookPayloads[Kind];
  /**
   * The phone that wrote the message, or that the receipt is about. It has the form that you send to: digits with the
   * country code, such as `447700900123`. The payload itself writes `from` as an integer and `destination` with a plus, so
   * store this number, for example when someone opts out. Missing in credit notifications, and if the payload has no phone
   * number: some networks let a business write under a name. See API-3.
   */
  readonly phoneNumber?: Kind extends 'credit-notification' ? undefined : string;
  /**
   * How the payload differs from the specification: paths and types, never a value. `undefined` if it does not differ. The
   * types describe the specification, so check a member that differs: it can be missing or of another type. See WHK-9.
   */
  readonly differences?: readonly Issue[];
}

/**
 * JSON of a kind that this version does not know. Respond with 200; otherwise the service sends it five more times.
 */
export interface UnknownContent {
  /** Distinguishes the kinds. */
  readonly kind: 'unknown';
  /** The parsed body. */
  readonly payload: unknown;
  /** Not set: it is not known where an unknown kind has its phone number. */
  readonly phoneNumber?: undefined;
}

/** The content of a webhook. `kind` determines the type of `payload`. */
export type WebhookContent = { [Kind in WebhookKind]: KnownContent<Kind> }[WebhookKind] | UnknownContent;

/** The result of verification. */
export interface Verification {
  /** The signature matched, so the service sent this event. */
  readonly verified: true;
  /**
   * The form of the body that matched: as received (`raw`), or without insignificant whitespace (`minified`).
   */
  readonly matched: 'raw' | 'minified';
  /** When it was sent, in milliseconds since the epoch, regardless of the unit of the header. */
  readonly timestamp: number;
  /** The `environment` header: the environment it was sent from. */
  readonly environment: string;
  /**
   * The account whose secret matched. A receipt does not name its account, so compare this with the account that you sent
   * from. `undefined` if your `secrets` do not name accounts.
   */
  readonly account: string | undefined;
}

/** A webhook whose signature matched. */
export type VerifiedWebhook = WebhookContent & Verification;

/** A webhook without a verified signature. Anyone who knows your URL may have sent it. */
export type UnverifiedWebhook = WebhookContent & {
  /** No signature was checked. */
  readonly verified: false;
};

/** A webhook. `verified` shows whether its signature matched. */
export type WebhookEvent = VerifiedWebhook | UnverifiedWebhook;
