/**
 * Verifies, parses and signs the webhooks of the messaging service, in every runtime and with no dependency.
 *
 * `verify` (or `verifySync`) for signed webhooks, `parse` for the others; both yield an event told apart by `kind`.
 * `sign` and `signTestWebhook` make signed requests. Whatever is wrong is a `WebhookVerificationError` with a `code`.
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
export { type WebhookErrorCode, WebhookVerificationError } from './errors.ts';
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
export type { HeadersLike, WebhookHeaders } from './headers.ts';
export type { VerifyOptions } from './options.ts';
export { parse } from './parse.ts';
export type { UnreadRequest, WebhookRequest } from './request.ts';
export { type SignatureHeaders, type SignInput, sign, signSync } from './sign.ts';
export { type SignedTestWebhook, type SignTestWebhookOptions, signTestWebhook } from './sign-test-webhook.ts';
export { verify } from './verify.ts';
export { verifySync } from './verify-sync.ts';
