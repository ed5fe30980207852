import { deepEqual, equal } from 'node:assert/strict';
import {
  buildDeliveryReceipt,
  buildInboundMessage,
  createWebhookHandler,
  parse,
  signTestWebhook,
  type VerifiedWebhook,
  verify,
  verifySync,
  type WebhookEvent,
  type WebhookHandler,
  WebhookVerificationError,
} from '@messaging-service/webhooks';

const secret = 'a secret for tests';
const heard: string[] = [];
const handler: WebhookHandler = createWebhookHandler({
  secrets: secret,
  on: {
    inboundMessage: ({ payload }) => heard.push(payload.message),
    deliveryReceipt: ({ payload }) => heard.push(payload.delivered ? 'delivered' : payload.receiptInfo.code),
  },
});

async function main(): Promise<void> {
  const webhook = await signTestWebhook(buildInboundMessage({ message: 'YES' }), { secret });
  const event: VerifiedWebhook = await verify(webhook, { secrets: ['the new secret', secret] });
  equal(event.kind === 'inbound-message' && event.payload.message, 'YES');
  const again: WebhookEvent = verifySync(webhook, { secrets: secret });
  equal(again.verified, true);

  const failure: unknown = await verify(webhook, { secrets: 'another' }).catch((error: unknown) => error);
  equal(failure instanceof WebhookVerificationError && failure.code, 'signature_mismatch');

  equal((await handler(new Request('https://app.example/webhook', webhook))).status, 200);
  deepEqual(heard, ['YES']);
  equal(parse(JSON.stringify(buildDeliveryReceipt({}))).kind, 'delivery-receipt');
}

void main();
