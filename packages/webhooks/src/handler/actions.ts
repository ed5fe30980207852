import type { WebhookEvent } from '../event/event.ts';
import type { WebhookActions } from './options.ts';

/** The name of the action for each kind of event. */
export const ACTIONS = {
  'inbound-message': 'inboundMessage',
  'delivery-receipt': 'deliveryReceipt',
  'credit-notification': 'creditNotification',
  unknown: 'unknown',
} as const satisfies Record<WebhookEvent['kind'], keyof WebhookActions>;
