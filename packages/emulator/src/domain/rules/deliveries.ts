import type { WebhookKind, WebhookPayloads } from '@messaging-service/contract';
import { Rejection } from '../state/rejection.ts';
import { type Attempt, type Delivery, mustGet } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';

/** A webhook is attempted once, and up to five times more when the response is not status 200. See WHK-3. */
export const ADDITIONAL_ATTEMPTS = 5;

/** Sends a payload to a customer's URL: at once, and again by and by until it is answered with 200. */
export function queueWebhook<Kind extends WebhookKind>(
  tx: Transaction,
  kind: Kind,
  accountUuid: string,
  url: string,
  payload: WebhookPayloads[Kind],
): void {
  const deliveryId = tx.ids.uuid();
  tx.record({ type: 'webhook-queued', deliveryId, kind, accountUuid, url, body: JSON.stringify(payload) });
  tx.schedule(tx.now, { kind: 'attempt-webhook', deliveryId });
}

/** The error of an attempt that was not made because the URL leads to a server of an emulator. */
export const WEBHOOK_REFUSED =
  'refused: the URL leads to the server of an emulator, which does not receive webhooks';

/** Takes note of how an attempt ended, and plans the next one unless it succeeded, was the last, or was refused. */
export function recordAttempt(tx: Transaction, deliveryId: string, attempt: Attempt): void {
  tx.record({ type: 'webhook-attempted', deliveryId, attempt });
  const delivery = mustGet(tx.state.deliveries, deliveryId);
  if (delivery.state !== 'pending') return;
  const isRefused = attempt.error === WEBHOOK_REFUSED;
  const delay = isRefused ? undefined : tx.policy.retryDelaysMs[delivery.attempts.length - 1];
  if (delay === undefined) tx.record({ type: 'webhook-exhausted', deliveryId });
  else tx.schedule(tx.now + delay, { kind: 'attempt-webhook', deliveryId });
}

/** A person asks for a delivery that has ended to be attempted once more; when that fails, the plan goes on from there. */
export function requeueWebhook(tx: Transaction, deliveryId: string): Delivery {
  const delivery = tx.state.deliveries.get(deliveryId.toLowerCase());
  if (delivery === undefined) throw new Rejection('not_found', `There is no webhook delivery ${deliveryId}.`);
  if (delivery.state === 'pending') {
    throw new Rejection(
      'conflict',
      `The webhook delivery ${delivery.id} is pending: its next attempt comes by itself when its time does.`,
    );
  }
  tx.record({ type: 'webhook-requeued', deliveryId: delivery.id });
  tx.schedule(tx.now, { kind: 'attempt-webhook', deliveryId: delivery.id });
  return delivery;
}
