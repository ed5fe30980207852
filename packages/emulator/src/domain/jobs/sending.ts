import type { ReceiptInfo } from '@messaging-service/contract';
import { handOver, receiptOfVerdict, type Verdict } from '../rules/carrier.ts';
import { charge, heldCredits, payableMessages, paysCredits, release } from '../rules/ledger.ts';
import { RECEIPTS } from '../rules/receipts.ts';
import { resolveMessage } from '../rules/resolution.ts';
import type { Job } from '../state/jobs.ts';
import { type Batch, type Message, mustGet } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';

type ResolveJob = Extract<Job, { kind: 'resolve-messages' }>;

/** The jobs that resolve the messages of a batch, one for each time and receipt. */
class Resolutions {
  readonly #planned = new Map<string, { dueAt: number; job: ResolveJob & { messageUuids: string[] } }>();

  plan(dueAt: number, messageUuid: string, delivered: boolean, receipt: ReceiptInfo): void {
    const key = `${dueAt} ${delivered} ${receipt.code} ${receipt.description}`;
    const planned = this.#planned.get(key);
    if (planned !== undefined) planned.job.messageUuids.push(messageUuid);
    else {
      const messageUuids = [messageUuid];
      this.#planned.set(key, { dueAt, job: { kind: 'resolve-messages', messageUuids, delivered, receipt } });
    }
  }

  schedule(tx: Transaction): void {
    for (const { dueAt, job } of this.#planned.values()) tx.schedule(dueAt, job);
  }
}

/** The job `send-batch`: settles the credits of a scheduled batch, then hands its messages to the carrier. */
export function sendBatch(tx: Transaction, batchUuid: string): void {
  const batch = mustGet(tx.state.batches, batchUuid);
  if (batch.pending) releaseBatch(tx, batch);
  const resolutions = new Resolutions();
  for (const [index, message] of batch.messages.entries())
    sendMessage(tx, message, index < batch.payable, resolutions);
  resolutions.schedule(tx);
}

/** The reservation of a scheduled batch becomes a charge, until the credits run out. */
function releaseBatch(tx: Transaction, batch: Batch): void {
  const account = mustGet(tx.state.accounts, batch.accountUuid);
  if (!paysCredits(tx.state, account)) {
    tx.record({ type: 'batch-released', batchUuid: batch.uuid, payable: batch.messages.length });
    return;
  }
  release(tx, account, batch.uuid, heldCredits(tx, account, batch));
  const payable = payableMessages(account, batch.units, batch.messages.length);
  tx.record({ type: 'batch-released', batchUuid: batch.uuid, payable });
  charge(tx, account, batch.uuid, payable * batch.units);
}

function sendMessage(tx: Transaction, message: Message, paid: boolean, resolutions: Resolutions): void {
  if (message.state !== 'queued') return;
  const outcome = paid ? handOver(message, tx.state.carrier, tx.policy) : { kind: 'unpaid' as const };
  if (outcome.kind === 'unpaid') resolveMessage(tx, message, false, RECEIPTS.unpaid);
  else if (outcome.kind === 'refused') resolveMessage(tx, message, false, RECEIPTS.notHandedOver);
  else {
    const { uuid: messageUuid, batch } = message;
    tx.record({ type: 'message-sent', messageUuid, batchUuid: batch.uuid, channel: outcome.channel });
    if (outcome.kind === 'unsupported') resolveMessage(tx, message, false, RECEIPTS.unsupported);
    else awaitReceipt(tx, message, outcome.verdict, resolutions);
  }
}

/** Applies the reports that the network makes immediately; later ones become part of a job at their time. */
function awaitReceipt(tx: Transaction, message: Message, verdict: Verdict, resolutions: Resolutions): void {
  const receipt = receiptOfVerdict(verdict);
  if (verdict.kind === 'hold' || receipt === undefined) return;
  const delivered = verdict.kind === 'deliver';
  if (verdict.afterMs === 0) resolveMessage(tx, message, delivered, receipt);
  else resolutions.plan(tx.now + verdict.afterMs, message.uuid, delivered, receipt);
}

/** The job `resolve-messages`: the network reports on messages, except those that a test resolved by hand. */
export function resolveMessages(tx: Transaction, job: ResolveJob): void {
  for (const uuid of job.messageUuids) {
    const message = tx.state.messages.get(uuid);
    if (message?.state === 'sent') resolveMessage(tx, message, job.delivered, job.receipt);
  }
}
