import { type Channel, parseTimestamp } from '@messaging-service/contract';
import type { BatchQueued } from '../state/facts.ts';
import { Rejection } from '../state/rejection.ts';
import { type Account, mustGet } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';
import { charge, hold, paysCredits, price, spendable } from './credits.ts';
import { lockSender } from './senders.ts';

/** A batch that has passed its checks and waits to be recorded with the rest of its request. */
export type PlannedBatch = Omit<BatchQueued, 'type' | 'accountUuid' | 'fault'>;

/** The channel of a request that names no channels. See MSG-8. */
export const DEFAULT_CHANNELS: readonly Channel[] = ['sms'];

/** A send is scheduled only when it is more than this far ahead of processing. See SCH-1. */
const LEAD_MS = 5 * 60_000;

/**
 * The instant a send is scheduled for, or undefined when it is sent immediately: without a time, in the past, or not more
 * than five minutes ahead. See SCH-1 and SCH-2.
 */
export function scheduledTime(tx: Transaction, text: string | undefined): number | undefined {
  const at = text === undefined ? undefined : parseTimestamp(text);
  return at !== undefined && at > tx.now + LEAD_MS ? at : undefined;
}

/** Refuses a request that the account cannot pay as a whole. See CRD-6. */
export function requireCredits(tx: Transaction, account: Account, batches: readonly PlannedBatch[]): void {
  if (!paysCredits(tx.state, account)) return;
  const needed = batches.reduce((sum, batch) => sum + priceOf(batch), 0);
  const available = spendable(account);
  if (needed > available) {
    throw new Rejection(
      'insufficient_credits',
      `The request needs ${needed} ${needed === 1 ? 'credit' : 'credits'} and the account can spend ${available}.`,
    );
  }
}

/**
 * Queues a batch that has passed every check: a scheduled batch holds its credits, another one is charged and sent. See
 * SCH-4, SCH-5 and CRD-4.
 */
export function queueBatch(tx: Transaction, account: Account, batch: PlannedBatch): void {
  if (batch.senderType === 'shared')
    for (const to of batch.destinations) lockSender(tx, account, to, batch.from);
  const fault = tx.origin.kind === 'request' ? tx.origin.fault : undefined;
  tx.record({ type: 'batch-queued', accountUuid: account.uuid, ...batch, ...(fault && { fault }) });
  const { seq } = mustGet(tx.state.batches, batch.batchUuid);
  if (paysCredits(tx.state, account)) {
    if (batch.sendAt === undefined) charge(tx, account, batch.batchUuid, priceOf(batch));
    else hold(tx, account, batch.batchUuid, priceOf(batch));
  }
  const { batchUuid, sendAt = tx.now } = batch;
  tx.schedule(sendAt, { kind: 'send-batch', batchUuid, seq });
}

function priceOf({ units, destinations }: PlannedBatch): number {
  return price(units, destinations.length);
}
