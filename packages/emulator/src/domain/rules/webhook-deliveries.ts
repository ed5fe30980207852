import type { WebhookKind, WebhookPayloads } from '@messaging-service/contract';
import { type Attempt, type Delivery, mustGet } from '../state/state.ts';
import type { Policy, Transaction } from '../state/transaction.ts';
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
  const { payload: changed, fault } = tx.policy.changePayload(kind, payload);
  const body = JSON.stringify(changed);
  tx.record({ type: 'webhook-queued', deliveryId, kind, ...rest, body, ...(fault && { fault }) });
  tx.schedule(tx.now, { kind: 'attempt-webhook', deliveryId });
}

/** The error of an attempt that was not made because the URL is that of an emulator's server. */
export const WEBHOOK_REFUSED = 'refused: the URL is that of an emulator, which does not receive webhooks';

/**
 * Records how an attempt ended, and plans the next one unless it succeeded, was the last, or was refused. An attempt by hand
 * is additional: it takes nothing of the plan. EMU-28.
 */
export function recordAttempt(tx: Transaction, deliveryId: string, attempt: Attempt): void {
  tx.record({ type: 'webhook-attempted', deliveryId, attempt });
  const delivery = mustGet(tx.state.deliveries, deliveryId);
  if (delivery.state !== 'pending' || attempt.byHand === true) return;
  const isRefused = attempt.error === WEBHOOK_REFUSED;
  const delay = isRefused ? undefined : tx.policy.retryDelaysMs[plannedAttempts(delivery).length - 1];
  if (delay === undefined) tx.record({ type: 'webhook-exhausted', deliveryId });
  else tx.schedule(tx.now + delay, { kind: 'attempt-webhook', deliveryId });
}

/** The attempts of the plan: not those by hand. */
export function plannedAttempts({ attempts }: Delivery): readonly Attempt[] {
  return attempts.filter(({ byHand }) => byHand !== true);
}

/** When the next attempt of the plan is due; undefined when there is none, or when none has been made yet. */
export function nextAttemptAt(
  delivery: Delivery,
  { retryDelaysMs }: Pick<Policy, 'retryDelaysMs'>,
): number | undefined {
  if (delivery.state !== 'pending') return undefined;
  const planned = plannedAttempts(delivery);
  const delay = retryDelaysMs[planned.length - 1];
  const last = planned.at(-1);
  return last === undefined || delay === undefined ? undefined : last.at + delay;
}

/** Changes to a delivery that is sent again. */
interface WebhookEdit {
  readonly url?: string | undefined;
  /** The payload as text, sent unchanged. */
  readonly body?: string | undefined;
}

/**
 * Attempts a delivery once more, now, whatever its state. The plan of a pending one stays as it is. With changes, the original
 * stays and a new delivery is sent, with a plan of its own. EMU-28.
 */
export function resendWebhook(tx: Transaction, delivery: Delivery, { url, body }: WebhookEdit): Delivery {
  if (url === undefined && body === undefined) {
    tx.schedule(tx.now, { kind: 'attempt-webhook', deliveryId: delivery.id, byHand: true });
    return delivery;
  }
  const deliveryId = generateUnused(tx.ids, tx.state.deliveries);
  const { id: copyOf, kind, accountUuid, messageUuid } = delivery;
  const edited = { url: url ?? delivery.url, body: body ?? delivery.body, copyOf };
  tx.record({ type: 'webhook-queued', deliveryId, kind, accountUuid, messageUuid, ...edited });
  tx.schedule(tx.now, { kind: 'attempt-webhook', deliveryId });
  return mustGet(tx.state.deliveries, deliveryId);
}
