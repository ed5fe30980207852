import {
  type CreditNotification,
  type DeliveryReceipt,
  type InboundMessage,
  webhookKind,
} from '@messaging-service/contract';
import { decodeUtf8 } from './encoding.ts';
import { fail } from './errors.ts';
import { shapeIssues } from './shapes.ts';

/** A message from a handset. See INB-2. */
export interface InboundMessageContent {
  /** Tells the kinds apart. */
  readonly kind: 'inbound-message';
  /** The body, with all its fields, those this version does not know too. */
  readonly payload: InboundMessage;
}

/** A message was marked delivered or failed. See RCP-6. */
export interface DeliveryReceiptContent {
  /** Tells the kinds apart. */
  readonly kind: 'delivery-receipt';
  /** The body, with all its fields, those this version does not know too. */
  readonly payload: DeliveryReceipt;
}

/** An account fell below a threshold. See NTF-1. */
export interface CreditNotificationContent {
  /** Tells the kinds apart. */
  readonly kind: 'credit-notification';
  /** The body, with all its fields, those this version does not know too. */
  readonly payload: CreditNotification;
}

/** JSON of no kind this version knows: answer it with 200, or a newer service will send it five times more. */
export interface UnknownContent {
  /** Tells the kinds apart. */
  readonly kind: 'unknown';
  /** The body, whatever it holds. */
  readonly payload: unknown;
}

/** What a webhook says; `kind` decides the type of `payload`. */
export type WebhookContent =
  | InboundMessageContent
  | DeliveryReceiptContent
  | CreditNotificationContent
  | UnknownContent;

/** What verification found. */
export interface Verification {
  /** The signature matched: the service sent this. */
  readonly verified: true;
  /**
   * Whether the bytes matched as received (`raw`), without their insignificant white space (`minified`), or, only
   * where the option allows it, parsed and written again (`reserialized`).
   */
  readonly matched: 'raw' | 'minified' | 'reserialized';
  /** When it was sent, in milliseconds since the epoch, whichever unit the header uses. */
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

/** A webhook nobody vouches for: anybody who knows the URL can have sent it. */
export type UnverifiedWebhook = WebhookContent & {
  /** No signature was checked. */
  readonly verified: false;
};

/** A webhook, verified or not: `verified` says which. */
export type WebhookEvent = VerifiedWebhook | UnverifiedWebhook;

/**
 * Parses the bytes of a body. For signed requests this comes after the signature has matched, and never before.
 *
 * @param bytes - UTF-8; a byte order mark is skipped.
 * @throws WebhookVerificationError `invalid_json` or `invalid_payload`.
 */
export function parseContent(bytes: Uint8Array): WebhookContent {
  return toContent(parseJson(decodeUtf8(bytes)));
}

/**
 * Parses a body whose signature has matched.
 *
 * @param matched - Which form of the body matched.
 * @param bytes - The body in that form: what is parsed is what was signed.
 * @param claim - What the headers said, now known to be true.
 * @param signer - Finds the account that signed a payload.
 * @throws WebhookVerificationError `invalid_json`, `invalid_payload` or `account_mismatch`.
 */
export function acceptBody(
  matched: Verification['matched'],
  bytes: Uint8Array,
  { timestamp, environment }: Pick<Verification, 'timestamp' | 'environment'>,
  signer: (payload: unknown) => string | undefined,
): VerifiedWebhook {
  const content = parseContent(bytes);
  const account = signer(content.payload);
  return { ...content, verified: true, matched, timestamp, environment, account };
}

/**
 * Recognises a parsed body and checks that it has the fields of its kind.
 *
 * @param payload - A parsed JSON body.
 * @throws WebhookVerificationError `invalid_payload`.
 */
export function toContent(payload: unknown): WebhookContent {
  const kind = webhookKind(payload);
  if (kind === undefined) return { kind: 'unknown', payload };
  const issues = shapeIssues(kind, payload as object);
  if (issues.length > 0) {
    const detail = `${kind}: ${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}`;
    fail('invalid_payload', detail, { issues });
  }
  return { kind, payload } as WebhookContent;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The engine's own error quotes the body, so it is not passed on as the cause.
    fail('invalid_json');
  }
}
