import { uuidSchema } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { Rejection } from '../../domain/state/rejection.ts';
import { mustGet } from '../../domain/state/state.ts';
import { cancelBatch } from '../../domain/use-cases/batches.ts';
import { doc } from '../../runtime/options/doc.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { found } from '../found.ts';
import { viewBatch } from '../views/batch.ts';
import { accountUuid, batchUuid, count, EXAMPLES } from '../views/values.ts';

const batchAnswer = z.looseObject({
  batchUuid,
  accountUuid,
  pending: doc(z.boolean(), 'Whether it can be cancelled.', true),
  counts: doc(
    z.strictObject({
      total: count('Number of messages in the batch.', 4),
      delivered: count('Number of messages that were delivered.', 2),
      failed: count('Number of messages that failed.', 1),
      open: count('Number of messages without an outcome.', 1),
    }),
    'Number of messages by outcome.',
  ),
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
    run: ({ service, id: uuid }) =>
      viewBatch(found(service.core.state.batches, uuid, 'batch'), service.requests),
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
      return service.execute((tx) => cancelBatch(tx, mustGet(tx.state.accounts, owner), uuid));
    },
  }),
];
