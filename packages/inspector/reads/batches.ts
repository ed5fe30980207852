import { formatTimestamp } from '@messaging-service/contract';
import {
  accountUuid,
  type Batch,
  batchUuid,
  count,
  countIn,
  type Endpoint,
  EXAMPLES,
  endpoint,
  flag,
  found,
  object,
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

/** Batches as a whole. */
export const BATCH_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getBatch', 'GET /batches/{id}', {
    tag: 'inspector',
    id: ['A UUID.', EXAMPLES.batch],
    description:
      'Returns the values that the messages of a batch share, and how many of them were delivered.',
    answer: batchAnswer,
    run: ({ service, id: uuid }) => viewBatch(found(service.core.state.batches, uuid, 'batch')),
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
