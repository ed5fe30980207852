import { WEBHOOK_SCHEMAS, type WebhookKind } from '@messaging-service/contract';
import { describe, expect, test } from 'vitest';
import {
  buildCreditNotification,
  buildDeliveryReceipt,
  buildInboundMessage,
  createWebhookHandler,
  parse,
  signTestWebhook,
  type WebhookEvent,
} from '../src/index.ts';
import { SECRET } from './samples.ts';

const builders: Readonly<Record<WebhookKind, () => object>> = {
  'inbound-message': buildInboundMessage,
  'delivery-receipt': buildDeliveryReceipt,
  'credit-notification': buildCreditNotification,
};

const shapeOf = (schema: unknown) => (schema as { readonly shape: object }).shape;

describe.each(Object.entries(builders))('the %s that is built', (kind, build) => {
  test('is what the contract says, and nothing more (INB-2, RCP-6, NTF-1)', () => {
    const schema = WEBHOOK_SCHEMAS[kind as WebhookKind];
    const payload = build();
    expect(schema.safeParse(payload).success).toBe(true);
    expect(Object.keys(payload).toSorted()).toEqual(Object.keys(shapeOf(schema)).toSorted());
    expect(parse(payload).kind).toBe(kind);
  });

  test('is another event each time: a handler acts once on each of two', async () => {
    const events: WebhookEvent[] = [];
    const keep = (event: WebhookEvent) => events.push(event);
    const handler = createWebhookHandler({
      secrets: SECRET,
      on: { inboundMessage: keep, deliveryReceipt: keep, creditNotification: keep },
    });
    const bodies = [build(), build()];
    for (const payload of [...bodies, ...bodies]) {
      const webhook = await signTestWebhook(payload, { secret: SECRET });
      expect((await handler(new Request('https://app.example/webhook', webhook))).status).toBe(200);
    }
    expect(events.map(({ payload }) => payload)).toEqual(bodies);
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
  expect(buildDeliveryReceipt({ receiptInfo: { code: '999' } }).receiptInfo.description).toBe('Failed');
  expect(buildDeliveryReceipt({ delivered: true, receiptInfo: failure })).toMatchObject({
    delivered: true,
    receiptInfo: failure,
  });
});
