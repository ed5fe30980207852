import {
  createWebhookHandler,
  type WebhookEvent,
  type WebhookHandlerOptions,
} from '@messaging-service/webhooks';
import { SECRET, SENT_AT } from './samples.ts';

/** A handler that keeps the events it acted on and the errors it reported. */
export function receiver(options: Partial<WebhookHandlerOptions> = {}) {
  const events: WebhookEvent[] = [];
  const errors: unknown[] = [];
  const keep = (event: WebhookEvent) => void events.push(event);
  const handler = createWebhookHandler({
    secrets: SECRET,
    now: SENT_AT,
    on: { inboundMessage: keep, deliveryReceipt: keep, creditNotification: keep, unknown: keep },
    onError: (error) => errors.push(error),
    ...options,
  });
  return { handler, events, errors };
}
