import { encodeUtf8 } from './encoding.ts';
import type { WebhookEvent } from './event.ts';
import { macWeb } from './mac-web.ts';

/** Longer keys are hashed: identifiers are short, but anybody can send an unsigned one that fills a store. */
const MAX_LENGTH = 200;

/**
 * What tells an event from all others, and is the same for every attempt to deliver it.
 *
 * Whether it was verified is a part of it, so that nobody without the secret can have an event taken for done.
 *
 * @param event - The event.
 * @returns The key; `undefined` for events of unknown kind, of which nobody knows what tells them apart.
 */
export async function dedupeKey(event: WebhookEvent): Promise<string | undefined> {
  const parts = identityOf(event);
  if (parts === undefined) return undefined;
  const key = `${event.kind}:${event.verified ? 'verified' : 'unverified'}:${JSON.stringify(parts).slice(1, -1)}`;
  return key.length <= MAX_LENGTH ? key : macWeb(event.kind, encodeUtf8(key), '');
}

function identityOf({ kind, payload }: WebhookEvent): readonly unknown[] | undefined {
  switch (kind) {
    case 'inbound-message':
      return [payload.mo_uuid];
    case 'delivery-receipt':
      // A message can fail and be delivered after all: another outcome is another event.
      return [payload.messageuuid, payload.delivered, payload.receiptInfo.code];
    case 'credit-notification':
      // A notification fires again and again, each time with the balances of its own moment.
      return [payload.notification_uuid, payload.paid_credit_balance, payload.packaged_credit_balance];
    case 'unknown':
      return undefined;
  }
}
