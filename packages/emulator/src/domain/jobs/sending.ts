import { failedWith, handOver, type Outcome } from '../rules/carrier.ts';
import { charge, heldCredits, payableMessages, paysCredits, price, release } from '../rules/credits.ts';
import { resolveMessage } from '../rules/message-results.ts';
import { RECEIPTS } from '../rules/receipt-codes.ts';
import type { Job } from '../state/jobs.ts';
import { type Batch, type Message, mustGet } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';

type ResolveJob = Extract<Job, { kind: 'resolve-messages' }>;

/** A report that the network will make on a message. */
interface LaterReport extends Pick<ResolveJob, 'delivered' | 'receipt' | 'decidedBy'> {
  readonly dueAt: number;
  readonly messageUuid: string;
}

/** The job `send-batch`: settles the credits of a scheduled batch, then hands its messages to the carrier. */
export function sendBatch(tx: Transaction, batchUuid: string): void {
  const batch = mustGet(tx.state.batches, batchUuid);
  const payable = batch.pending ? releaseBatch(tx, batch) : batch.messages.length;
  const reports = batch.messages.flatMap((message, index) => sendMessage(tx, message, index < payable) ?? []);
  for (const equal of Map.groupBy(reports, contentOf).values()) {
    const { dueAt, messageUuid: _, ...report } = equal[0] as LaterReport;
    const messageUuids = equal.map(({ messageUuid }) => messageUuid);
    tx.schedule(dueAt, { kind: 'resolve-messages', messageUuids, ...report });
  }
}

/** Reports of one time with one content become one job. */
function contentOf({ dueAt, delivered, receipt, decidedBy }: LaterReport): string {
  return `${dueAt} ${delivered} ${decidedBy?.kind} ${receipt.code} ${receipt.description}`;
}

/**
 * The reservation of a scheduled batch becomes a charge, until the credits run out. See SCH-5.
 *
 * @returns How many messages, from the first, are paid for.
 */
function releaseBatch(tx: Transaction, batch: Batch): number {
  const account = mustGet(tx.state.accounts, batch.accountUuid);
  const pays = paysCredits(tx.state, account);
  release(tx, account, batch.uuid, heldCredits(tx, account, batch));
  const count = batch.messages.length;
  const payable = pays ? payableMessages(account, batch.units, count) : count;
  tx.record({ type: 'batch-released', batchUuid: batch.uuid, payable });
  if (pays) charge(tx, account, batch.uuid, price(batch.units, payable));
  return payable;
}

/** Hands a message to the carrier. The result is the report that the network will make on it later, if it makes one. */
function sendMessage(tx: Transaction, message: Message, paid: boolean): LaterReport | undefined {
  if (message.state !== 'queued') return undefined;
  const { channel, report, decidedBy } = paid ? handOver(message, tx.state, tx.policy) : UNPAID;
  const { uuid: messageUuid, batch } = message;
  if (channel !== undefined)
    tx.record({ type: 'message-sent', messageUuid, batchUuid: batch.uuid, channel, decidedBy });
  if (report === undefined) return undefined;
  const { afterMs, ...content } = report;
  if (afterMs > 0) return { dueAt: tx.now + afterMs, messageUuid, ...content };
  resolveMessage(tx, message, report.delivered, report.receipt, report.decidedBy ?? decidedBy);
  return undefined;
}

const UNPAID: Outcome = {
  channel: undefined,
  report: failedWith(RECEIPTS.unpaid),
  decidedBy: { kind: 'no-credits' },
};

/** The job `resolve-messages`: the network reports on messages, except those that a test resolved by hand. */
export function resolveMessages(tx: Transaction, job: ResolveJob): void {
  for (const uuid of job.messageUuids) {
    const message = tx.state.messages.get(uuid);
    if (message?.state === 'sent')
      resolveMessage(tx, message, job.delivered, job.receipt, job.decidedBy ?? message.decidedBy);
  }
}
