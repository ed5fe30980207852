import { WEBHOOK_SCHEMAS, type WebhookKind } from '@messaging-service/contract';
import {
  buildCreditNotification,
  buildDeliveryReceipt,
  buildInboundMessage,
  parse,
} from '@messaging-service/webhooks';
import { describe, expect, test } from 'vitest';

const builders: Readonly<Record<WebhookKind, () => object>> = {
  'inbound-message': buildInboundMessage,
  'delivery-receipt': buildDeliveryReceipt,
  'credit-notification': buildCreditNotification,
};

const UUID = /[0-9a-f-]{36}/g;

const shapeOf = (schema: unknown) => (schema as { readonly shape: object }).shape;

describe.each(Object.entries(builders))('the %s that is built', (kind, build) => {
  test('is what the contract says, and nothing more (INB-2, RCP-6, NTF-1)', () => {
    const schema = WEBHOOK_SCHEMAS[kind as WebhookKind];
    const payload = build();
    expect(schema.safeParse(payload).success).toBe(true);
    expect(Object.keys(payload).toSorted()).toEqual(Object.keys(shapeOf(schema)).toSorted());
    expect(parse(payload).kind).toBe(kind);
  });

  test('is another event each time', () => {
    const identifiersOf = (payload: object) => JSON.stringify(payload).match(UUID) ?? [];
    const first = identifiersOf(build());
    expect(first).not.toEqual([]);
    for (const identifier of identifiersOf(build())) expect(first).not.toContain(identifier);
  });
});

test('members that are passed replace the defaults, also unknown ones', () => {
  const members = { from: 447700900999, message: 'ΟΧΙ', carrier: 'new' };
  expect(buildInboundMessage(members)).toMatchObject(members);
  expect(buildCreditNotification({ threshold_type: 'of a newer service' }).threshold_type).toBe(
    'of a newer service',
  );
});

test('a receipt is consistent: 00 accompanies a delivery, another code a failure (RCP-5)', () => {
  const failure = { code: '1', description: 'Sent to SME but unable to confirm' };
  expect(buildDeliveryReceipt()).toMatchObject({ delivered: true, receiptInfo: { code: '00' } });
  expect(buildDeliveryReceipt({ delivered: false })).toMatchObject({ receiptInfo: { code: '22' } });
  expect(buildDeliveryReceipt({ receiptInfo: { code: '1' } })).toMatchObject({
    delivered: false,
    receiptInfo: failure,
  });
  expect(buildDeliveryReceipt({ receiptInfo: { code: '2' } }).receiptInfo.description).toBe(
    'replaced at the SMSC',
  );
  expect(buildDeliveryReceipt({ receiptInfo: { code: '999' } }).receiptInfo.description).toBe('Failed');
  expect(buildDeliveryReceipt({ delivered: true, receiptInfo: failure })).toMatchObject({
    delivered: true,
    receiptInfo: failure,
  });
});
