/**
 * Describes the wire format of the messaging service: endpoints, schemas and types of requests, responses and webhook payloads,
 * error codes, unit counting and cron syntax.
 *
 * @packageDocumentation
 */
export * from './account.ts';
export * from './account-endpoints.ts';
export * from './batch.ts';
export * from './batch-endpoints.ts';
export type { Cause } from './cause.ts';
export * from './cron.ts';
export * from './endpoint.ts';
export * from './endpoints.ts';
export * from './environment.ts';
export * from './error-causes.ts';
export * from './errors.ts';
export * from './exact-numbers.ts';
export * from './lenient.ts';
export * from './message.ts';
export * from './message-endpoints.ts';
export * from './method-of.ts';
export * from './nearest-name.ts';
export * from './path.ts';
export * from './phone-number.ts';
export {
  CHANNELS,
  type Channel,
  channelSchema,
  channelsSchema,
  flagSchema,
  integerSchema,
  messageTextSchema,
  type OpenEnum,
  phoneNumberSchema,
  senderIdSchema,
  timestampSchema,
  unsettableWebhookUrlSchema,
  uuidSchema,
  webhookUrlSchema,
} from './primitives.ts';
export { DRY_RUN_SPELLINGS, type NoQuery } from './query.ts';
export * from './read-options.ts';
export * from './receipt.ts';
export * from './receipt-causes.ts';
export * from './receipt-code-endpoints.ts';
export * from './receipt-codes.ts';
export * from './redact.ts';
export { list, type ValidationOptions } from './schema.ts';
export { type Spelling, writeBothSpellings } from './spelling.ts';
export * from './timestamp.ts';
export { type Uncached, uncached } from './uncached.ts';
export * from './units.ts';
export * from './validation.ts';
export * from './web-url.ts';
export * from './webhook-events.ts';
export * from './webhook-failures.ts';
