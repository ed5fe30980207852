import {
  type AddBatchQuery,
  type BatchRequest,
  type BatchResponse,
  type CancelBatchResponse,
  type Channel,
  countUnits,
  formatTimestamp,
  type PendingBatchesResponse,
  type ReceiptDetail,
  type ReceiptSummary,
  type ReceiptsQuery,
} from '@messaging-service/contract';
import { heldCredits, release } from '../rules/credits.ts';
import { canonicalId, generateUnused, requireUnusedIds } from '../rules/identifiers.ts';
import {
  DEFAULT_CHANNELS,
  type PlannedBatch,
  queueBatch,
  requireCredits,
  scheduledTime,
} from '../rules/queueing.ts';
import { requireOwnedSender } from '../rules/senders.ts';
import { Rejection } from '../state/rejection.ts';
import { type Account, type Batch, countIn, e164, type Message, type State } from '../state/state.ts';
import type { Ids, Transaction } from '../state/transaction.ts';

/**
 * Add batch: queues one text for each destination, even for one that the list contains twice; in a dry run, nothing. A text
 * of several units is accepted unless `allowMulti` is false. See BAT-1, BAT-5, BAT-6 and BAT-11.
 */
export function addBatch(
  tx: Transaction,
  account: Account,
  request: BatchRequest,
  { isDryrun = false, allowMulti = true }: AddBatchQuery,
): BatchResponse {
  requireOwnedSender(tx, account, request.from);
  requireUnusedIds([canonicalId(request.uuid)], tx.state.batches, () => 'uuid');
  const { units } = countUnits(request.message);
  if (!allowMulti && units > 1) {
    throw new Rejection('multipart_not_allowed', `The message takes ${units} units and allowMulti is false.`);
  }
  const batch = planBatch(tx, request, units, isDryrun ? tx.ids.fork() : tx.ids);
  requireCredits(tx, account, [batch]);
  if (!isDryrun) queueBatch(tx, account, batch);
  return { identifier: batch.batchUuid };
}

function planBatch(tx: Transaction, request: BatchRequest, units: number, ids: Ids): PlannedBatch {
  return {
    batchUuid: canonicalId(request.uuid) ?? generateUnused(ids, tx.state.batches),
    from: request.from,
    senderType: 'custom',
    body: request.message,
    units,
    channels: channelsOf(request),
    callback: request.callback,
    sendAt: scheduledTime(tx, request.at),
    destinations: request.destinations,
    messageUuids: request.destinations.map(() => generateUnused(ids, tx.state.messages)),
  };
}

/** The initial channel, then the fallback channels; each is tried once. See BAT-4. */
function channelsOf({ channel, fallback_channels: fallback = [] }: BatchRequest): readonly Channel[] {
  const first = channel === undefined ? DEFAULT_CHANNELS : [channel];
  return [...new Set([...first, ...fallback])];
}

/** Cancel pending batch: it is removed permanently, and its credits are released. See BAT-9 and BAT-10. */
export function cancelBatch(tx: Transaction, account: Account, batchUuid: string): CancelBatchResponse {
  const batch = ownBatch(tx, account, batchUuid);
  if (!batch.pending) {
    throw new Rejection(
      'batch_not_pending',
      `The batch ${batch.uuid} is not waiting to be sent, so it cannot be cancelled.`,
    );
  }
  discardBatch(tx, account, batch);
  return { identifier: batch.uuid };
}

/** Removes a pending batch from the service and releases the credits that it held. See SCH-5. */
export function discardBatch(tx: Transaction, account: Account, batch: Batch): void {
  const held = heldCredits(tx, account, batch);
  tx.record({ type: 'batch-cancelled', batchUuid: batch.uuid });
  release(tx, account, batch.uuid, held);
}

/** The batches of an account that wait for their time, oldest first. */
export function pendingBatches({ index: { pending } }: State, account: Account): Batch[] {
  return [...pending].filter(({ accountUuid }) => accountUuid === account.uuid);
}

/** Get pending batches. See BAT-8. */
export function listPendingBatches({ state }: Transaction, account: Account): PendingBatchesResponse {
  return {
    batches: pendingBatches(state, account).map((batch) => ({
      identifier: batch.uuid,
      at: pendingTime(batch.sendAt as number),
      from: batch.from,
      messagecount: batch.messages.length,
      unitcount: batch.units,
    })),
  };
}

/** The service writes it with whole seconds and a numeric offset. See API-5. */
function pendingTime(at: number): string {
  return formatTimestamp(at).replace(/\.\d{3}Z$/, '+00:00');
}

/** Get delivery receipts. See RCP-1 and RCP-2. */
export function readReceipts(
  tx: Transaction,
  account: Account,
  batchUuid: string,
  { details = false }: ReceiptsQuery,
): ReceiptSummary {
  const { messages } = ownBatch(tx, account, batchUuid);
  return {
    counts: {
      total: messages.length,
      delivered: countIn(messages, 'delivered'),
      failed: countIn(messages, 'failed'),
    },
    details: details ? messages.map(receiptDetail) : undefined,
  };
}

/** The receipt of one message; `info` only with a callback. See RCP-3. */
function receiptDetail(message: Message): ReceiptDetail {
  return {
    destination: e164(message.to),
    delivered: message.state === 'delivered',
    failed: message.state === 'failed',
    batchuuid: message.batch.uuid,
    messageuuid: message.uuid,
    info: message.batch.callback === undefined ? null : (message.receipt ?? null),
  };
}

/** Another account's batch does not exist for this one. See KEY-7. */
function ownBatch(tx: Transaction, account: Account, batchUuid: string): Batch {
  const batch = tx.state.batches.get(batchUuid.toLowerCase());
  if (batch?.accountUuid === account.uuid) return batch;
  const message = tx.state.messages.get(batchUuid.toLowerCase());
  const hint =
    message?.batch.accountUuid === account.uuid
      ? ` This is the UUID of a message: use its batch UUID, ${message.batch.uuid}.`
      : '';
  throw new Rejection('batch_not_found', `The account has no batch ${batchUuid}.${hint}`);
}
