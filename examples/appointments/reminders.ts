import type { AccountClient, QueuedMessage, ReceiptDetail } from '@messaging-service/sdk';
import type { Appointment } from './appointments.ts';
import type { ProgressBar } from './progress.ts';
import type { Summary } from './summary.ts';

/** Messages in one request, and concurrent requests. */
const CHUNK = 20;
const CONCURRENCY = 8;

/** Polling stops when nothing has changed for this long. */
const QUIET_MS = 2_000;
const POLL_MS = 250;

/** Options for sending reminders. */
export interface ReminderOptions {
  /** The sender ID that handsets show. */
  readonly from: string;
  /** URL of the receipts. */
  readonly callback?: string;
  /** Returns the time to send the reminder of an appointment: ISO 8601, GMT. Default: immediately. */
  readonly sendAt?: (appointment: Appointment) => string;
}

/** Queues a reminder for each appointment, in order. */
export async function sendReminders(
  { messages }: AccountClient,
  appointments: readonly Appointment[],
  { from, callback, sendAt }: ReminderOptions,
  progress: ProgressBar,
): Promise<QueuedMessage[]> {
  const queued: QueuedMessage[] = [];
  for (let start = 0; start < appointments.length; start += CHUNK) {
    const response = await messages.send({
      defaults: { from: { type: 'custom', value: from }, channels: ['rcs', 'sms'], callback },
      messages: appointments.slice(start, start + CHUNK).map((appointment) => ({
        to: appointment.phone,
        body: appointment.message,
        send_at: sendAt?.(appointment),
      })),
    });
    queued.push(...response.messages);
    progress.show(queued.length);
  }
  progress.end();
  return queued;
}

/** Polls the receipt of each message until nothing changes any more. */
export async function awaitReceipts(
  { batches }: AccountClient,
  queued: readonly QueuedMessage[],
  progress: ProgressBar,
): Promise<ReceiptDetail[]> {
  const details = new Map<string, ReceiptDetail>();
  const isResolved = ({ messageUuid }: QueuedMessage) => {
    const detail = details.get(messageUuid);
    return detail !== undefined && (detail.delivered || detail.failed);
  };
  let changedAt = performance.now();
  let resolved = 0;
  while (resolved < queued.length && performance.now() - changedAt < QUIET_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    await inParallel(
      queued.filter((message) => !isResolved(message)),
      async ({ batchUuid }) => {
        for (const detail of (await batches.receipts(batchUuid, { details: true })).details) {
          details.set(detail.messageuuid, detail);
        }
      },
    );
    const now = queued.filter(isResolved).length;
    if (now > resolved) changedAt = performance.now();
    resolved = now;
    progress.show(resolved);
  }
  progress.end();
  return [...details.values()];
}

/** Counts the results of the messages. */
export function tally(
  details: readonly ReceiptDetail[],
): Pick<Summary, 'delivered' | 'failed' | 'unresolved' | 'failures'> {
  const failed = details.filter((detail) => detail.failed);
  const byCode = Map.groupBy(failed, ({ info }) => info?.code ?? '');
  return {
    delivered: details.filter(({ delivered }) => delivered).length,
    failed: failed.length,
    unresolved: details.filter((detail) => !detail.delivered && !detail.failed).length,
    failures: [...byCode].map(([code, same]) => ({
      code,
      description: same[0]?.info?.description ?? '',
      messages: same.length,
    })),
  };
}

/** Processes all items, with limited concurrency. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
