import { type AccountClient, isMessagingError } from '@messaging-service/sdk';
import type { Appointment } from './appointments.ts';
import { inParallel } from './reminders.ts';

/** Six in the evening of the day before an appointment: ISO 8601, GMT, as the service takes it. */
export function eveningBefore({ time }: Pick<Appointment, 'time'>): string {
  const evening = new Date(time);
  evening.setUTCDate(evening.getUTCDate() - 1);
  evening.setUTCHours(18, 0);
  return evening.toISOString();
}

/**
 * Cancels a reminder that waits for its evening. The credits it held are free again.
 *
 * @param batchUuid - Every message is alone in its batch, and is cancelled by it.
 * @returns Whether it will not be sent: false when it is too late, since it has been.
 */
export async function cancelReminder({ batches }: AccountClient, batchUuid: string): Promise<boolean> {
  try {
    await batches.cancel(batchUuid);
    return true;
  } catch (error) {
    if (isMessagingError(error, 'ConflictError')) return false;
    throw error;
  }
}

/** How many of some reminders have been sent. A cancelled reminder is not counted, and one that waits is pending. */
export async function countSent({ batches }: AccountClient, batchUuids: readonly string[]): Promise<number> {
  const pending = new Set((await batches.listPending()).batches.map(({ identifier }) => identifier));
  let sent = 0;
  await inParallel(
    batchUuids.filter((batchUuid) => !pending.has(batchUuid)),
    async (batchUuid) => {
      try {
        const { counts } = await batches.receipts(batchUuid);
        sent += counts.total;
      } catch (error) {
        if (!isMessagingError(error, 'NotFoundError')) throw error;
      }
    },
  );
  return sent;
}
