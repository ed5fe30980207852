import {
  type CreditNotification,
  type DeliveryReceipt,
  type InboundMessage,
  parse,
  signSync,
  type UnverifiedWebhook,
  type VerifiedWebhook,
  type VerifyOptions,
  verify,
  verifySync,
  type WebhookBody,
  type WebhookEvent,
} from '@messaging-service/webhooks';
import { expectTypeOf, test } from 'vitest';

declare const event: WebhookEvent;
declare const request: Request;

type PayloadOf<Kind extends WebhookEvent['kind']> = Extract<WebhookEvent, { kind: Kind }>['payload'];

test('the number of a phone is a text where a payload can have one (API-3)', () => {
  expectTypeOf(event.phoneNumber).toEqualTypeOf<string | undefined>();
  if (event.kind === 'inbound-message') expectTypeOf(event.phoneNumber).toEqualTypeOf<string | undefined>();
  if (event.kind === 'delivery-receipt') expectTypeOf(event.phoneNumber).toEqualTypeOf<string | undefined>();
  if (event.kind === 'credit-notification') expectTypeOf(event.phoneNumber).toEqualTypeOf<undefined>();
});

test('the kind decides the type of the payload', () => {
  if (event.kind === 'inbound-message') expectTypeOf(event.payload.message).toEqualTypeOf<string>();
  expectTypeOf<PayloadOf<'inbound-message'>>().toEqualTypeOf<InboundMessage>();
  expectTypeOf<PayloadOf<'delivery-receipt'>>().toEqualTypeOf<DeliveryReceipt>();
  expectTypeOf<PayloadOf<'credit-notification'>>().toEqualTypeOf<CreditNotification>();
  expectTypeOf<PayloadOf<'unknown'>>().toEqualTypeOf<unknown>();
});

test('verified decides whether there is a time and a form that matched', () => {
  if (event.verified) {
    expectTypeOf(event.timestamp).toEqualTypeOf<number>();
    expectTypeOf(event.matched).toEqualTypeOf<'raw' | 'minified'>();
  } else {
    // @ts-expect-error nothing was verified, so the time is unknown
    void event.timestamp;
  }
  expectTypeOf(parse('')).toEqualTypeOf<UnverifiedWebhook>();
  expectTypeOf(verifySync({ body: '', headers: {} }, { secrets: '' })).toEqualTypeOf<VerifiedWebhook>();
});

test('a Request is for verify, which can wait for its body', () => {
  expectTypeOf(verify(request, { secrets: ['a', 'b'] })).resolves.toEqualTypeOf<VerifiedWebhook>();
  // @ts-expect-error its body has not been read
  void verifySync(request, { secrets: 'a' });
  void verifySync({ body: Buffer.from(''), headers: new Headers() }, { secrets: 'a' });
});

test('a parsed body does not compile, and every body that a runtime returns does', () => {
  // @ts-expect-error the bytes that were signed are lost
  void verify({ body: { mo_uuid: '' }, headers: {} }, { secrets: 'a' });
  expectTypeOf<object>().not.toExtend<WebhookBody>();
  expectTypeOf<string | Buffer | Uint8Array | DataView | ArrayBuffer>().toExtend<WebhookBody>();
});

test('secrets are required, and the environment cannot be an unset variable', () => {
  // @ts-expect-error secrets are required
  void verify(request, {});
  expectTypeOf<{ secrets: string }>().toExtend<VerifyOptions>();
  // @ts-expect-error otherwise any environment would be accepted without notice
  void verify(request, { secrets: 'a', environment: process.env.ENVIRONMENT });
});

test('a function that waits for secrets is for verify only', () => {
  const later = async () => ['a'];
  void verify(request, { secrets: later });
  // @ts-expect-error its promise is ignored
  void verifySync({ body: '', headers: {} }, { secrets: later });
  verifySync({ body: '', headers: {} }, { secrets: ({ account_uuid }) => account_uuid });
});

test('signed headers are what fetch and Headers take', () => {
  const headers = signSync({ body: '', secret: 'a', environment: 'test' });
  expectTypeOf(headers).toExtend<Record<string, string>>();
  void new Headers(headers);
});
