/**
 * Verifies, parses and signs the webhooks of the messaging service, in every runtime and without dependencies.
 *
 * `createWebhookHandler` receives webhooks: `Request` in, `Response` out. It uses `verify` (or `verifySync`) for signed
 * webhooks and `parse` for the others. Both return an event whose `kind` determines its payload. For tests,
 * `signTestWebhook` creates signed requests, and `buildInboundMessage` and similar functions create payloads. Every error
 * is a `WebhookVerificationError` with a `code` and a message that says what happened and how to fix it.
 *
 * @packageDocumentation
 */
export type {
  CreditNotification,
  DeliveryReceipt,
  InboundMessage,
  Issue,
  ReceiptInfo,
  WebhookKind,
  WebhookPayloads,
} from '@messaging-service/contract';
export { createMemoryDedupeStore, type MemoryDedupeOptions } from './dedupe/memory.ts';
export type { DedupeClaim, DedupeStore, DedupeTimes } from './dedupe/store.ts';
export type { WebhookErrorCode } from './errors/codes.ts';
export { hintOf, WebhookVerificationError } from './errors/errors.ts';
export type * from './event/event.ts';
export { parse } from './event/parse.ts';
export { createWebhookHandler, type HandlerRequest, type WebhookHandler } from './handler/handler.ts';
export type * from './handler/options.ts';
export type { WebhookBody } from './sign/body.ts';
export { type SignatureHeaders, type SignInput, sign, signSync } from './sign/sign.ts';
export {
  buildCreditNotification,
  buildDeliveryReceipt,
  buildInboundMessage,
  type DeliveryReceiptMembers,
} from './testing/build-payloads.ts';
export {
  type SignedTestWebhook,
  type SignTestWebhookOptions,
  signTestWebhook,
} from './testing/sign-test-webhook.ts';
export type { HeadersLike, WebhookHeaders } from './verify/headers.ts';
export type { VerifyOptions, VerifySyncOptions } from './verify/options.ts';
export type { LambdaEvent, UnreadRequest, WebhookRequest } from './verify/request.ts';
export type * from './verify/secrets.ts';
export { verify, verifySync } from './verify/verify.ts';
