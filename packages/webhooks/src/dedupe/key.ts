import type { CreditNotification, ReceiptInfo } from '@messaging-service/contract';
import type { VerifiedWebhook, WebhookEvent } from '../event/event.ts';
import { encodeBase64, encodeUtf8 } from '../sign/encoding.ts';
import { webCrypto } from '../sign/signature.ts';

/** Longer keys are replaced by a digest. Identifiers are short, but a sender can make them long and fill a store. */
const MAX_LENGTH = 200;

/**
 * Returns the key of a verified event: the same for each attempt to deliver the event, and different from the key of each other
 * event. It contains the environment and the account that signed the event, so that a test event never hides a production
 * one, and one account cannot claim the identifiers of another. See WHK-6.
 *
 * @param event - The event.
 * @returns The key; `undefined` for an event that nothing known identifies, such as one of unknown kind.
 */
export async function verifiedKey(event: VerifiedWebhook): Promise<string | undefined> {
  const identity = identityOf(event);
  if (identity === undefined) return undefined;
  const parts = [event.environment, event.account ?? null, ...identity];
  const start = `verified:${event.kind}:`;
  const key = start + JSON.stringify(parts).slice(1, -1);
  return key.length <= MAX_LENGTH ? key : start + (await digest(encodeUtf8(key)));
}

/**
 * Returns the key of an event without a signature. It covers the whole body: anyone can send the identifiers of a genuine event
 * with other content, and that must not hide the genuine event.
 *
 * @param kind - The kind of the event.
 * @param body - The bytes of the body.
 * @returns The key; `undefined` for an event of unknown kind.
 */
export async function unverifiedKey(
  kind: WebhookEvent['kind'],
  body: Uint8Array,
): Promise<string | undefined> {
  return kind === 'unknown' ? undefined : `unverified:${kind}:${await digest(body)}`;
}

/**
 * Returns whether two events can have the same key. A notification has no identifier of its own: it fires each time the
 * credits fall below its threshold, and its content can be the same each time. See WHK-6 and NTF-5.
 *
 * @param kind - The kind of the event.
 */
export function canRecur(kind: WebhookEvent['kind']): boolean {
  return kind === 'credit-notification';
}

function identityOf({ kind, payload }: WebhookEvent): readonly unknown[] | undefined {
  switch (kind) {
    case 'inbound-message':
      return [payload.mo_uuid];
    case 'delivery-receipt':
      // A receipt with another outcome is another event.
      return [payload.messageuuid, payload.delivered, (payload.receiptInfo as ReceiptInfo | undefined)?.code];
    case 'credit-notification': {
      const { notification_uuid, paid_credit_balance, packaged_credit_balance } =
        payload as Partial<CreditNotification>;
      // Without any balance, nothing distinguishes two notifications, and acting twice is better than losing one.
      if (paid_credit_balance === undefined && packaged_credit_balance === undefined) return undefined;
      return [notification_uuid, paid_credit_balance, packaged_credit_balance];
    }
    case 'unknown':
      return undefined;
  }
}

/** Computes the SHA-256 digest of bytes, as base64. */
async function digest(bytes: Uint8Array): Promise<string> {
  // A copy, because the bytes may be in shared memory, which Web Crypto does not accept.
  const hash = await webCrypto().digest('SHA-256', new Uint8Array(bytes));
  return encodeBase64(new Uint8Array(hash));
}
