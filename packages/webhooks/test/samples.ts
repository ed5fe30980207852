import type { WebhookKind } from '@messaging-service/contract';
import type { CreditNotification, DeliveryReceipt, InboundMessage } from '@messaging-service/webhooks';

/** The key every sample is signed with. */
export const SECRET = 'correct horse battery staple';

/** 2026-01-01T09:30:00Z, when every sample is sent. */
export const SENT_AT = 1_767_259_800_000;

/** How the samples write it in their header: in seconds. */
export const TIMESTAMP = '1767259800';

/** The environment of every sample. */
export const ENVIRONMENT = 'production';

export const inboundMessage: InboundMessage = {
  account_uuid: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f',
  batch_uuid: null,
  message_uuid: null,
  mo_uuid: '0190f3c4-0000-7c8d-9e0f-1a2b3c4d5e6f',
  channel: 'sms',
  message: 'Yes, see you at 10',
  at: '2026-01-01T09:30:00.000Z',
  from: 447700900123,
  to: '447700900990',
};

export const deliveryReceipt: DeliveryReceipt = {
  destination: '+447700900123',
  delivered: true,
  batchuuid: '0190f3c4-1111-7c8d-9e0f-1a2b3c4d5e6f',
  messageuuid: '0190f3c4-2222-7c8d-9e0f-1a2b3c4d5e6f',
  receiptInfo: { code: '00', description: 'Successful' },
};

export const creditNotification: CreditNotification = {
  notification_uuid: '0190f3c4-3333-7c8d-9e0f-1a2b3c4d5e6f',
  account_uuid: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f',
  threshold_type: 'packaged_percentage',
  threshold_value: 0.25,
  paid_credit_balance: -12,
  packaged_credit_balance: 249,
};

/** The number of the phone in each payload, in the form in which messages are sent. */
export const phoneNumbers: Readonly<Record<string, string | undefined>> = {
  'inbound-message': '447700900123',
  'delivery-receipt': '447700900123',
  'credit-notification': undefined,
};

/** A payload of each kind. */
export const samples: Readonly<Record<WebhookKind, object>> = {
  'inbound-message': inboundMessage,
  'delivery-receipt': deliveryReceipt,
  'credit-notification': creditNotification,
};
