import type * as z from 'zod/mini';
import * as batch from './batch.ts';
import type { Endpoint } from './endpoint.ts';
import type { AddMessageQuery } from './message-endpoints.ts';
import { DRY_RUN_SPELLINGS, noQuerySchema, optionalFlagSchema } from './query.ts';
import * as receipt from './receipt.ts';
import { requestObject } from './schema.ts';
import { spelledEitherWay } from './spelling.ts';

/** Query of add-batch. See BAT-5 and BAT-6. */
export interface AddBatchQuery extends AddMessageQuery {
  /** Whether texts of several units are accepted. Default: true. */
  allowMulti?: boolean | undefined;
}

/** Query of get-delivery-receipts. See RCP-2. */
export interface ReceiptsQuery {
  /** Whether the response has one entry for each message. Default: false. */
  details?: boolean | undefined;
}

const receiptsQuery: z.ZodMiniType<ReceiptsQuery> = requestObject({ details: optionalFlagSchema });
const addBatchQuery: z.ZodMiniType<AddBatchQuery> = spelledEitherWay(DRY_RUN_SPELLINGS, {
  isDryrun: optionalFlagSchema,
  dryRun: optionalFlagSchema,
  allowMulti: optionalFlagSchema,
});

/** Operations on batches, with the key of an account: see `endpoints`. See KEY-2. */
export const batchEndpoints = {
  /**
   * Add batch. Queues one text for a list of destinations. A batch with an `at` more than 5 minutes ahead is scheduled.
   * Response: the batch is queued or scheduled. The response has its identifier. See BAT-1.
   */
  send: {
    method: 'POST',
    path: '/batch',
    key: 'account',
    query: addBatchQuery,
    body: batch.batchRequestSchema,
    response: batch.batchResponseSchema,
    essential: ['identifier'],
    idempotent: false,
  },
  /**
   * Cancel pending batch. Deletes a scheduled batch permanently and releases the credits that it holds. A batch that has
   * been sent cannot be cancelled. Response: the batch is deleted and is never sent. See BAT-9.
   */
  cancel: {
    method: 'DELETE',
    path: '/batch/{batchUuid}',
    key: 'account',
    query: noQuerySchema,
    body: null,
    response: batch.cancelBatchResponseSchema,
    idempotent: true,
  },
  /**
   * Get delivery receipts of a batch. Returns how many messages of a batch were delivered and how many failed. With
   * `details=true`, it also returns the receipt of each message. Response: the totals of the batch and, with
   * `details=true`, one entry for each message. See RCP-1.
   */
  receipts: {
    method: 'GET',
    path: '/batch/{batchUuid}',
    key: 'account',
    query: receiptsQuery,
    body: null,
    response: receipt.receiptSummarySchema,
    essential: ['counts.total', 'counts.delivered', 'counts.failed'],
    idempotent: true,
  },
  /**
   * Get pending batches. Returns the account's scheduled batches that have not been sent yet. Response: the pending batches
   * of the account. See BAT-8.
   */
  listPending: {
    method: 'GET',
    path: '/batch',
    key: 'account',
    query: noQuerySchema,
    body: null,
    response: batch.pendingBatchesResponseSchema,
    essential: ['batches.*.identifier'],
    idempotent: true,
  },
} as const satisfies Record<string, Endpoint>;
