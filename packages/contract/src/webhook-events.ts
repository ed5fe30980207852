import type * as z from 'zod/mini';
import {
  CREDIT_NOTIFICATION_SHAPE,
  type CreditNotification,
  creditNotificationSchema,
} from './credit-notification.ts';
import { DELIVERY_RECEIPT_SHAPE, type DeliveryReceipt, deliveryReceiptSchema } from './delivery-receipt.ts';
import { INBOUND_MESSAGE_SHAPE, type InboundMessage, inboundMessageSchema } from './inbound-message.ts';
import type { PayloadShape } from './payload-shape.ts';

/** The payload of each kind of webhook. See WHK-1. */
export interface WebhookPayloads {
  /** A message from a handset, sent to the account's `mo_webhook_url`. */
  'inbound-message': InboundMessage;
  /** A message marked delivered or failed, sent to its callback URL. */
  'delivery-receipt': DeliveryReceipt;
  /** An account below a threshold, sent to the notification's URL. */
  'credit-notification': CreditNotification;
}

/** The three webhooks the service sends. See WHK-1. */
export type WebhookKind = keyof WebhookPayloads;

/** The members of each kind's payload, as data. */
export const WEBHOOK_SHAPES: { readonly [Kind in WebhookKind]: PayloadShape<WebhookPayloads[Kind]> } = {
  'inbound-message': INBOUND_MESSAGE_SHAPE,
  'delivery-receipt': DELIVERY_RECEIPT_SHAPE,
  'credit-notification': CREDIT_NOTIFICATION_SHAPE,
};

/** The schema of each kind's payload. */
export const WEBHOOK_SCHEMAS: { readonly [Kind in WebhookKind]: z.ZodMiniType<WebhookPayloads[Kind]> } = {
  'inbound-message': inboundMessageSchema,
  'delivery-receipt': deliveryReceiptSchema,
  'credit-notification': creditNotificationSchema,
};

/** The members that only the payload of one kind has, because payloads do not name their kind. */
const MARKS: readonly (readonly [mark: string, kind: WebhookKind])[] = [
  ['mo_uuid', 'inbound-message'],
  ['notification_uuid', 'credit-notification'],
  ['messageuuid', 'delivery-receipt'],
  ['receiptInfo', 'delivery-receipt'],
];

/**
 * Returns the kind of webhook of a payload, by a member that only this kind has.
 *
 * @param payload - A parsed JSON body.
 * @returns The kind, or `undefined` for a payload of an unknown kind.
 *
 * @example
 * ```ts
 * import { webhookKind } from '@messaging-service/contract';
 *
 * webhookKind({ mo_uuid: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f', message: 'YES' }); // 'inbound-message'
 * ```
 */
export function webhookKind(payload: unknown): WebhookKind | undefined {
  // A value that is not an object has none of these members.
  return MARKS.find(([mark]) => Object.hasOwn(Object(payload) as object, mark))?.[1];
}
