import type { WebhookKind, WebhookPayloads } from '@messaging-service/contract';
import { type Attempt, type Delivery, mustGet } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';
import { generateUnused } from './identifiers.ts';

/**
 * The time before each additional attempt, if no option replaces it. A webhook is attempted once, and once more after each of
 * these, until the response has status 200. See WHK-3 and WHK-4.
 */
export const DEFAULT_RETRY_DELAYS_MS = [10_000, 30_000, 120_000, 600_000, 1_800_000];

/** A webhook to send. */
interface NewWebhook<Kind extends WebhookKind> extends Pick<Delivery, 'accountUuid' | 'messageUuid' | 'url'> {
  readonly payload: WebhookPayloads[Kind];
}

/** Sends a payload to a customer's URL immediately, and retries until the response has status 200. */
export function queueWebhook<Kind extends WebhookKind>(
  tx: Transaction,
  kind: Kind,
  { payload, ...rest }: NewWebhook<Kind>,
): void {
  const deliveryId = generateUnused(tx.ids, tx.state.deliveries);
  const body = JSON.stringify(tx.policy.changePayload(kind, payload));
  tx.record({ type: 'webhook-queued', deliveryId, kind, ...rest, body });
  tx.schedule(tx.now, { kind: 'attempt-webhook', deliveryId });
}

/** The error of an attempt that was not made because the URL is that of an emulator's server. */
export const WEBHOOK_REFUSED = 'refused: the URL is that of an emulator, which does not receive webhooks';

/** Records how an attempt ended, and plans the next one unless it succeeded, was the last, or was refused. */
export function recordAttempt(tx: Transaction, deliveryId: string, attempt: Attempt): void {
  tx.record({ type: 'webhook-attempted', deliveryId, attempt });
  const delivery = mustGet(tx.state.deliveries, deliveryId);
  if (delivery.state !== 'pending') return;
  const isRefused = attempt.error === WEBHOOK_REFUSED;
  const delay = isRefused ? undefined : tx.policy.retryDelaysMs[delivery.attempts.length - 1];
  if (delay === undefined) tx.record({ type: 'webhook-exhausted', deliveryId });
  else {
    const after = delivery.attempts.length;
    tx.schedule(tx.now + delay, { kind: 'attempt-webhook', deliveryId, after });
  }
}

/** Changes to a delivery that is sent again. */
interface WebhookEdit {
  readonly url?: string | undefined;
  /** The payload as text, sent unchanged. */
  readonly body?: string | undefined;
}

/**
 * Attempts a delivery once more, now. A pending delivery is attempted earlier than planned. When the attempt fails, the
 * plan continues from there. With changes, the original stays and a new delivery is sent.
 */
export function resendWebhook(tx: Transaction, delivery: Delivery, { url, body }: WebhookEdit): Delivery {
  const isEdited = url !== undefined || body !== undefined;
  const id = isEdited ? generateUnused(tx.ids, tx.state.deliveries) : delivery.id;
  if (isEdited) {
    const { kind, accountUuid, messageUuid } = delivery;
    const edited = { url: url ?? delivery.url, body: body ?? delivery.body };
    tx.record({ type: 'webhook-queued', deliveryId: id, kind, accountUuid, messageUuid, ...edited });
  } else if (delivery.state !== 'pending') tx.record({ type: 'webhook-requeued', deliveryId: id });
  const sent = mustGet(tx.state.deliveries, id);
  tx.schedule(tx.now, { kind: 'attempt-webhook', deliveryId: id, after: sent.attempts.length });
  return sent;
}
