import { resolveMessage } from '../rules/message-results.ts';
import { RECEIPTS, receiptCodeProblem, receiptOf } from '../rules/receipt-codes.ts';
import type { DecidedBy } from '../state/decided-by.ts';
import { Rejection } from '../state/rejection.ts';
import type { Message } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';

/** The code and the description of a receipt set by hand. */
export interface ReceiptRequest {
  /** Receipt code; default `22` for a failure. A delivery has no other code than `00`. */
  readonly code?: string | undefined;
  /** Its description; default that of the code. */
  readonly description?: string | undefined;
}

/**
 * A test acts as the network: it marks a message delivered or failed that was queued or sent, and is not resolved yet.
 * See EMU-14.
 */
export function resolveByHand(
  tx: Transaction,
  messageUuid: string,
  delivered: boolean,
  { code, description }: ReceiptRequest,
): Message {
  const problem = receiptCodeProblem(delivered, code);
  if (problem !== undefined) {
    throw new Rejection('invalid_request', `The receipt code ${JSON.stringify(code)} ${problem}.`, [
      { path: 'code', message: problem },
    ]);
  }
  // JavaScript callers may pass anything, such as the UUID of a send that they did not await.
  const uuid = String(messageUuid).toLowerCase();
  const message = tx.state.messages.get(uuid);
  if (message === undefined) {
    const hint = tx.state.batches.has(uuid) ? ' This is the UUID of a batch: use that of a message.' : '';
    throw new Rejection('not_found', `There is no message ${messageUuid}.${hint}`);
  }
  const state = message.batch.pending ? 'scheduled' : message.state;
  if (state !== 'queued' && state !== 'sent') {
    throw new Rejection(
      'conflict',
      `The message ${message.uuid} is ${state}; only a queued or sent message can be delivered or failed.`,
    );
  }
  if (state === 'queued') {
    const { uuid: messageUuid, batch } = message;
    const channel = batch.channels[0] ?? 'sms';
    tx.record({ type: 'message-sent', messageUuid, batchUuid: batch.uuid, channel, decidedBy: BY_HAND });
  }
  const fallback = delivered ? RECEIPTS.successful : RECEIPTS.noResponse;
  resolveMessage(tx, message, delivered, receiptOf(code ?? fallback.code, description), BY_HAND);
  return message;
}

const BY_HAND: DecidedBy = { kind: 'by-hand' };
