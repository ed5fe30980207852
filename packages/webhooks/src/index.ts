/**
 * Verifies, parses and signs the webhooks of the messaging service, in every runtime and with no dependency.
 *
 * `createWebhookHandler` receives them: `Request` in, `Response` out. Underneath are `verify` (or `verifySync`) for signed
 * webhooks and `parse` for the others; both yield an event told apart by `kind`.
 * `sign` and `signTestWebhook` make signed requests, `buildInboundMessage` and its like what they carry in tests.
 * Whatever is wrong is a `WebhookVerificationError` with a `code`.
 *
 * @packageDocumentation
 */
export type {
  CreditNotification,
  DeliveryReceipt,
  InboundMessage,
  WebhookKind,
  WebhookPayloads,
} from '@messaging-service/contract';
export type { WebhookBody } from './body.ts';
export {
  buildCreditNotification,
  buildDeliveryReceipt,
  buildInboundMessage,
  type DeliveryReceiptMembers,
} from './build-payloads.ts';
export type { WebhookErrorCode } from './codes.ts';
export type { DedupeClaim, DedupeSpace, DedupeStore, DedupeTimes } from './dedupe.ts';
export { createMemoryDedupeStore, type MemoryDedupeOptions } from './dedupe-memory.ts';
export { type Hints, WebhookVerificationError } from './errors.ts';
export type {
  CreditNotificationContent,
  DeliveryReceiptContent,
  InboundMessageContent,
  UnknownContent,
  UnverifiedWebhook,
  Verification,
  VerifiedWebhook,
  WebhookContent,
  WebhookEvent,
} from './event.ts';
export { createWebhookHandler, type HandlerRequest, type WebhookHandler } from './handler.ts';
export type { EventOf, SignaturePolicy, WebhookActions, WebhookHandlerOptions } from './handler-options.ts';
export type { HeadersLike, WebhookHeaders } from './headers.ts';
export { HINTS } from './hints.ts';
export type { VerifyOptions, VerifySyncOptions } from './options.ts';
export { parse } from './parse.ts';
export type { LambdaEvent, UnreadRequest, WebhookRequest } from './request.ts';
export type {
  AccountSecrets,
  SecretHint,
  SecretSource,
  Secrets,
  SecretsResolver,
  SyncSecretsResolver,
} from './secrets.ts';
export { type SignatureHeaders, type SignInput, sign, signSync } from './sign.ts';
export { type SignedTestWebhook, type SignTestWebhookOptions, signTestWebhook } from './sign-test-webhook.ts';
export { verify } from './verify.ts';
export { verifySync } from './verify-sync.ts';
