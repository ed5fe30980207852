import {
  type CreditNotification,
  DELIVERED_CODE,
  type DeliveryReceipt,
  type InboundMessage,
  RECEIPT_CODES,
  randomHex,
} from '@messaging-service/contract';
import { requireApis } from '../errors/require-apis.ts';

/**
 * Members of a delivery receipt in tests. `receiptInfo` may have only a code.
 *
 * @example
 * ```ts
 * import { buildDeliveryReceipt } from '@messaging-service/webhooks';
 *
 * const receipt = buildDeliveryReceipt({ delivered: false, receiptInfo: { code: '22' } });
 * console.log(receipt.receiptInfo.code); // 22
 * ```
 */
export interface DeliveryReceiptMembers extends Omit<Partial<DeliveryReceipt>, 'receiptInfo'> {
  /** Code, description or both. Default of the description: that of the code. */
  readonly receiptInfo?: Partial<DeliveryReceipt['receiptInfo']>;
}

/**
 * Creates the payload of an inbound message to test your endpoint: an SMS, received now, not a reply. Each call generates
 * new identifiers, so two payloads never count as attempts at the same event.
 *
 * @param members - Members to change; unknown members are kept.
 * @see INB-2.
 *
 * @example
 * ```ts
 * import { buildInboundMessage, signTestWebhook } from '@messaging-service/webhooks';
 *
 * const payload = buildInboundMessage({ from: 447700900123, message: 'YES' });
 * const webhook = await signTestWebhook(payload, { secret: 'a secret for tests' });
 * const response = await handler(new Request('https://app.example/webhook', webhook));
 * console.assert(response.status === 200);
 * ```
 */
export function buildInboundMessage(members: Partial<InboundMessage> = {}): InboundMessage {
  return {
    account_uuid: randomUuid(),
    batch_uuid: null,
    message_uuid: null,
    mo_uuid: randomUuid(),
    channel: 'sms',
    message: 'Yes, see you at 10',
    at: new Date().toISOString(),
    from: 447700900123,
    to: '447700900990',
    ...members,
  };
}

/**
 * Creates the payload of a delivery receipt to test your endpoint. The message was delivered; with `delivered: false` or a
 * code other than `00`, it failed. Each call generates new identifiers.
 *
 * @param members - Members to change. The default of `delivered` depends on the code, and the other way round.
 * @see RCP-6.
 *
 * @example
 * ```ts
 * import { buildDeliveryReceipt } from '@messaging-service/webhooks';
 *
 * const body = JSON.stringify(buildDeliveryReceipt({ receiptInfo: { code: '22' } }));
 * const response = await handler(new Request('https://app.example/webhook', { method: 'POST', body }));
 * console.assert(response.status === 200);
 * ```
 */
export function buildDeliveryReceipt(members: DeliveryReceiptMembers = {}): DeliveryReceipt {
  const { receiptInfo } = members;
  const { delivered = (receiptInfo?.code ?? DELIVERED_CODE) === DELIVERED_CODE } = members;
  const code = receiptInfo?.code ?? (delivered ? DELIVERED_CODE : '22');
  const description = RECEIPT_CODES.find((known) => known.code === code)?.description ?? 'Failed';
  return {
    destination: '+447700900123',
    batchuuid: randomUuid(),
    messageuuid: randomUuid(),
    ...members,
    delivered,
    receiptInfo: { description, ...receiptInfo, code },
  };
}

/**
 * Creates the payload of a credit notification to test your endpoint: the paid credits of an account fell below 100. Each
 * call generates new identifiers.
 *
 * @param members - Members to change; unknown members are kept.
 * @see NTF-1.
 *
 * @example
 * ```ts
 * import { buildCreditNotification } from '@messaging-service/webhooks';
 *
 * const body = JSON.stringify(buildCreditNotification({ paid_credit_balance: 12 }));
 * const response = await handler(new Request('https://app.example/webhook', { method: 'POST', body }));
 * console.assert(response.status === 200);
 * ```
 */
export function buildCreditNotification(members: Partial<CreditNotification> = {}): CreditNotification {
  return {
    notification_uuid: randomUuid(),
    account_uuid: randomUuid(),
    threshold_type: 'paid_fixed_number',
    threshold_value: 100,
    paid_credit_balance: 99,
    packaged_credit_balance: 0,
    ...members,
  };
}

/** A UUID of version 4. `crypto.randomUUID` would need a secure origin in browsers, and jsdom does not have it. */
function randomUuid(): string {
  requireApis('crypto.getRandomValues');
  const hex = randomHex(16);
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
