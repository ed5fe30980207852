import { formatTimestamp, uuidSchema } from '@messaging-service/contract';
import {
  accountUuid,
  type Batch,
  batchUuid,
  cancelBatch,
  count,
  countIn,
  doc,
  type Endpoint,
  EXAMPLES,
  endpoint,
  flag,
  found,
  mustGet,
  object,
  Rejection,
} from '@messaging-service/emulator/host';
import * as z from 'zod/mini';

const batchAnswer = z.looseObject({
  batchUuid,
  accountUuid,
  pending: flag('Whether it can be cancelled.', true),
  counts: object('Number of messages by outcome.', {
    total: count('Number of messages in the batch.', 4),
    delivered: count('Number of messages that were delivered.', 2),
    failed: count('Number of messages that failed.', 1),
    open: count('Number of messages without an outcome.', 1),
  }),
});

const id = ['A UUID.', EXAMPLES.batch] as const;

/** Batches as a whole. */
export const BATCH_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getBatch', 'GET /batches/{id}', {
    tag: 'inspector',
    id,
    description:
      'Returns the values that the messages of a batch share, and how many of them were delivered.',
    answer: batchAnswer,
    run: ({ service, id: uuid }) => viewBatch(found(service.core.state.batches, uuid, 'batch')),
  }),
  endpoint('cancelBatch', 'DELETE /batches/{id}', {
    tag: 'inspector',
    id,
    description: 'Cancels a pending batch without a key.',
    answer: z.strictObject({
      identifier: doc(uuidSchema, 'UUID of the cancelled batch.', EXAMPLES.batch),
    }),
    refusals: ['not_found', 'conflict'],
    run: ({ service, id: given }) => {
      const { uuid, accountUuid: owner, pending } = found(service.core.state.batches, given, 'batch');
      if (!pending)
        throw new Rejection('conflict', `The batch ${uuid} has been sent, so it cannot be canceled.`);
      service.execute((tx) => cancelBatch(tx, mustGet(tx.state.accounts, owner), uuid));
      return { identifier: uuid };
    },
  }),
];

/** The values that the messages of a batch share, and how many of them are in each state. */
export function viewBatch(batch: Batch) {
  const { uuid, seq: _, messages, queuedAt, sendAt, callback, ...shared } = batch;
  const total = messages.length;
  const delivered = countIn(messages, 'delivered');
  const failed = countIn(messages, 'failed');
  return {
    batchUuid: uuid,
    ...shared,
    callback: callback ?? null,
    queuedAt: formatTimestamp(queuedAt),
    sendAt: sendAt === undefined ? null : formatTimestamp(sendAt),
    counts: { total, delivered, failed, open: total - delivered - failed },
  };
}
