import { validate, WEBHOOK_SCHEMAS, webhookUrlSchema } from '@messaging-service/contract';
import { resendWebhook } from '../rules/webhook-deliveries.ts';
import { Rejection } from '../state/rejection.ts';
import type { Delivery } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';

/**
 * Changes to a webhook that is sent again. With changes, the original stays and another delivery is sent.
 *
 * @example
 * ```ts
 * await messages.sendOne({ ...message, callback: 'http://127.0.0.1:9/receipts' });
 * const [delivery] = emulator.webhooks();
 * if (delivery !== undefined)
 *   emulator.resendWebhook(delivery.id, { url: 'http://127.0.0.1:4020/receipts', payload: delivery.payload });
 * console.log(emulator.webhooks().length); // 2
 * ```
 */
export interface WebhookChanges {
  /** The URL that it is sent to; default: that of the original. */
  url?: string | undefined;
  /** Its payload, of the same kind; default: that of the original. */
  payload?: unknown;
}

/**
 * A test makes one more attempt at a webhook now.
 *
 * @throws {Rejection} when the delivery does not exist, or a change is not valid.
 */
export function resendByHand(
  tx: Transaction,
  deliveryId: string,
  { url, payload }: WebhookChanges = {},
): Delivery {
  const delivery = tx.state.deliveries.get(deliveryId.toLowerCase());
  if (delivery === undefined) throw new Rejection('not_found', `There is no webhook delivery ${deliveryId}.`);
  if (url !== undefined) check('url', webhookUrlSchema, url);
  if (payload === undefined) return resendWebhook(tx, delivery, { url });
  // A payload stays one of its kind, because other parts of the service read what they need from it.
  check('payload', WEBHOOK_SCHEMAS[delivery.kind], payload);
  return resendWebhook(tx, delivery, { url, body: JSON.stringify(payload) });
}

function check(name: string, schema: Parameters<typeof validate>[0], value: unknown): void {
  const checked = validate(schema, value);
  if (checked.ok) return;
  const issues = checked.issues.map(({ path, message }) => ({
    path: path === '' ? name : `${name}.${path}`,
    message,
  }));
  throw new Rejection(
    'invalid_request',
    issues.map(({ path, message }) => `${path} ${message}`).join('; '),
    issues,
  );
}
