import * as z from 'zod/mini';
import {
  type Channel,
  channelSchema,
  channelsSchema,
  identifierSchema,
  messageTextSchema,
  phoneNumberSchema,
  senderIdSchema,
  timestampSchema,
  uuidSchema,
  webhookUrlSchema,
} from './primitives.ts';
import { list, notEmpty } from './schema.ts';
import { type Spelling, spelledEitherWay } from './spelling.ts';

/**
 * One text for many destinations.
 *
 * @example
 * ```ts
 * import { type BatchRequest, batchRequestSchema, validate } from '@messaging-service/contract';
 *
 * const request: BatchRequest = {
 *   from: 'DEMO',
 *   message: 'We open at nine tomorrow',
 *   destinations: ['447700900123', '447700900124'],
 *   callback: 'https://example.com/receipts',
 *   uuid: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f', // or `id`
 *   at: '2030-01-01T08:00Z', // or `send_at`
 *   channel: 'rcs',
 *   fallback_channels: ['sms'],
 * };
 * validate(batchRequestSchema, request).ok; // true
 * ```
 */
export interface BatchRequest {
  /** A sender ID that your account owns; only add-message accepts shared ones. See BAT-3. */
  from: string;
  /** The text for all destinations. */
  message: string;
  /** Mobile numbers with the country code, at least one. You pay for each as for one message. */
  destinations: readonly string[];
  /** URL that receives the delivery receipt webhooks. Without it, receipts have no `info`. */
  callback?: string | undefined;
  /** UUID that becomes the batch's identifier. The service refuses a UUID that you used before. */
  uuid?: string | undefined;
  /** The other spelling of {@link BatchRequest.uuid}. If you set both, they must be equal. */
  id?: string | undefined;
  /**
   * Time of sending: ISO 8601; without an offset, GMT. A time more than 5 minutes ahead schedules the batch. Default:
   * now.
   */
  at?: string | undefined;
  /** The other spelling of {@link BatchRequest.at}. If you set both, they must be equal. */
  send_at?: string | undefined;
  /** The channel to try first; the service's default is `sms`. */
  channel?: Channel | undefined;
  /** Channels to fall back to, in order of priority. */
  fallback_channels?: readonly Channel[] | undefined;
}

/** Response of add-batch. See BAT-2. */
export interface BatchResponse {
  /** Batch UUID of the queued messages. */
  identifier: string;
}

/** A batch that is scheduled for the future. */
export interface PendingBatch {
  /** Batch UUID. */
  identifier: string;
  /** When it will be sent: ISO 8601. */
  at: string;
  /** Sender ID. */
  from: string;
  /** Messages in the batch. */
  messagecount: number;
  /** Number of units of each message; some services leave it out. */
  unitcount?: number | undefined;
}

/** Response of get-pending-batches. */
export interface PendingBatchesResponse {
  /** The account's pending batches. */
  batches: PendingBatch[];
}

/** Response of cancel-pending-batch. The service may leave the batch out. */
export interface CancelBatchResponse {
  /** The cancelled batch. */
  identifier?: string | undefined;
}

/** The identifier and the time of a batch. See API-7. */
export const BATCH_SPELLINGS: readonly Spelling[] = [
  ['uuid', 'id'],
  ['at', 'send_at'],
];

/** Validates the body of add-batch. The parsed value has `uuid` and `at`, with either spelling. */
export const batchRequestSchema: z.ZodMiniType<BatchRequest> = spelledEitherWay(BATCH_SPELLINGS, {
  from: senderIdSchema,
  message: messageTextSchema,
  destinations: list(phoneNumberSchema, notEmpty('must have at least one destination')),
  callback: z.optional(webhookUrlSchema),
  uuid: z.optional(uuidSchema),
  id: z.optional(uuidSchema),
  at: z.optional(timestampSchema),
  send_at: z.optional(timestampSchema),
  channel: z.optional(channelSchema),
  fallback_channels: z.optional(channelsSchema),
});

/** Validates the response of add-batch. */
export const batchResponseSchema: z.ZodMiniType<BatchResponse> = z.looseObject({
  identifier: identifierSchema,
});

/** Validates the response of cancel-pending-batch. */
export const cancelBatchResponseSchema: z.ZodMiniType<CancelBatchResponse> = z.looseObject({
  identifier: z.optional(z.string()),
});

/** Reads `unitcount` as a string, as in the field table, and as an integer, as in the samples. */
const unitCountSchema = z.union([
  z.int(),
  z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/)),
    z.transform((text: string) => Number(text)),
  ),
]);

/** Validates the response of get-pending-batches. */
export const pendingBatchesResponseSchema: z.ZodMiniType<PendingBatchesResponse> = z.looseObject({
  batches: list(
    z.looseObject({
      identifier: identifierSchema,
      at: z.string(),
      from: z.string(),
      messagecount: z.int(),
      unitcount: z.optional(unitCountSchema),
    }),
  ),
});
