import { type AccountClient, idFrom, isMessagingError } from '@messaging-service/sdk';
import type { Campaign } from './campaign.ts';
import type { Recipient } from './recipients.ts';

/** One text for all recipients, at a later time. */
export interface Notice extends Pick<Campaign, 'id' | 'sender'> {
  readonly text: string;
  readonly at: Date;
}

/**
 * Schedules a notice in batches. Each batch has an identifier of its own choice, so it can be cancelled even if the response to
 * it was lost. The batch of a single message cannot: the service chooses its identifier.
 */
export async function scheduleNotice(
  { batches }: AccountClient,
  notice: Notice,
  recipients: readonly Recipient[],
  size: number,
): Promise<{ scheduled: number; before: number }> {
  const result = { scheduled: 0, before: 0 };
  for (let i = 0; i * size < recipients.length; i++) {
    const destinations = recipients.slice(i * size, (i + 1) * size).map(({ phone }) => phone);
    const { sender: from, text: message, at } = notice;
    try {
      await batches.send({ uuid: batchId(notice, i), from, message, destinations, at });
      result.scheduled += 1;
    } catch (error) {
      if (!isMessagingError(error, 'duplicate_id')) throw error;
      result.before += 1;
    }
  }
  return result;
}

/** Cancels a notice. It can be called again after a crash. */
export async function cancelNotice(
  { batches }: AccountClient,
  notice: Notice,
  count: number,
): Promise<{ cancelled: number; tooLate: number }> {
  const result = { cancelled: 0, tooLate: 0 };
  for (let i = 0; i < count; i++) {
    try {
      await batches.cancel(batchId(notice, i));
      result.cancelled += 1;
    } catch (error) {
      if (isMessagingError(error, 'batch_not_pending')) result.tooLate += 1;
      // It was never queued, or was cancelled before.
      else if (!isMessagingError(error, 'batch_not_found')) throw error;
    }
  }
  return result;
}

function batchId({ id }: Notice, index: number): string {
  return idFrom(id, `batch ${index}`);
}
