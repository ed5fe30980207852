import * as z from 'zod/mini';
import { lazy } from './lazy.ts';
import { list } from './list.ts';
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
import { BATCH_SPELLINGS, readEitherSpelling, spellingsAgree } from './spelling.ts';

/** One text for many destinations. */
export interface BatchRequest {
  /** Sender ID the account owns; shared ones are for add-message only. */
  from: string;
  /** The text for all destinations. */
  message: string;
  /** Mobile numbers with the country code, at least one; each is a message of its own and is charged as one. */
  destinations: readonly string[];
  /** URL that receives the delivery receipt webhooks. Without it, receipts carry no `info`. */
  callback?: string | undefined;
  /** UUID that becomes the batch's identifier; one that was used before is refused. */
  uuid?: string | undefined;
  /** The other spelling of {@link BatchRequest.uuid}; when both are given they must agree. */
  id?: string | undefined;
  /** ISO 8601, GMT unless it names an offset. More than 5 minutes ahead schedules the batch; else it is sent at once. */
  at?: string | undefined;
  /** The other spelling of {@link BatchRequest.at}; when both are given they must agree. */
  send_at?: string | undefined;
  /** The channel to try first; the service's default is `sms`. */
  channel?: Channel | undefined;
  /** Channels to fall back through, in order of priority. */
  fallback_channels?: readonly Channel[] | undefined;
}

/** The answer of add-batch. */
export interface BatchResponse {
  /** Batch UUID of the queued messages. */
  identifier: string;
}

/** A batch that waits for its time. */
export interface PendingBatch {
  /** Batch UUID. */
  identifier: string;
  /** When it will be sent: ISO 8601. */
  at: string;
  /** Sender ID. */
  from: string;
  /** Messages in the batch. */
  messagecount: number;
  /** Units each message takes; some services leave it out. */
  unitcount?: number | undefined;
}

/** The answer of get-pending-batches. */
export interface PendingBatchesResponse {
  /** The account's pending batches. */
  batches: PendingBatch[];
}

/** The answer of cancel-pending-batch; whether the service names the batch in it is left open. */
export interface CancelBatchResponse {
  /** The cancelled batch. */
  identifier?: string | undefined;
}

const batchMembersSchema = lazy(() =>
  z
    .strictObject({
      from: senderIdSchema,
      message: messageTextSchema,
      destinations: list(phoneNumberSchema, 'must hold at least one destination'),
      callback: z.optional(webhookUrlSchema),
      uuid: z.optional(uuidSchema),
      id: z.optional(uuidSchema),
      at: z.optional(timestampSchema),
      send_at: z.optional(timestampSchema),
      channel: z.optional(channelSchema),
      fallback_channels: z.optional(channelsSchema),
    })
    .check(spellingsAgree(BATCH_SPELLINGS)),
);

/** Validates the body of add-batch; what it yields has `uuid` and `at`, whichever spelling came in. */
export const batchRequestSchema: z.ZodMiniType<BatchRequest> = lazy(() =>
  z.pipe(
    batchMembersSchema,
    z.transform((batch: z.infer<typeof batchMembersSchema>) => readEitherSpelling(batch, BATCH_SPELLINGS)),
  ),
);

/** Validates the answer of add-batch. */
export const batchResponseSchema: z.ZodMiniType<BatchResponse> = lazy(() =>
  z.looseObject({
    identifier: identifierSchema,
  }),
);

/** Validates the answer of cancel-pending-batch. */
export const cancelBatchResponseSchema: z.ZodMiniType<CancelBatchResponse> = lazy(() =>
  z.looseObject({
    identifier: z.optional(z.string()),
  }),
);

/** The field table types `unitcount` as a string, the samples as an integer: both are read. */
const unitCountSchema = lazy(() =>
  z.union([
    z.int(),
    z.pipe(
      z.string().check(z.regex(/^\d{1,15}$/)),
      z.transform((text: string) => Number(text)),
    ),
  ]),
);

/** Validates the answer of get-pending-batches. */
export const pendingBatchesResponseSchema: z.ZodMiniType<PendingBatchesResponse> = lazy(() =>
  z.looseObject({
    batches: z.array(
      z.looseObject({
        identifier: identifierSchema,
        at: z.string(),
        from: z.string(),
        messagecount: z.int(),
        unitcount: z.optional(unitCountSchema),
      }),
    ),
  }),
);
