import { type AccountClient, isMessagingError, type MessagingError } from '@messaging-service/sdk';
import { type Campaign, isQueuedBefore, messageFor } from './campaign.ts';
import type { Chunk, ChunkResult } from './queue.ts';

/**
 * Sends the messages of a job, whether or not they were sent before.
 *
 * @throws {MessagingError} when a message failed for a temporary reason. BullMQ then delivers the job again, and the
 * messages that were queued this time count as queued before.
 */
export async function sendChunk(
  { messages }: AccountClient,
  campaign: Campaign,
  { recipients }: Chunk,
): Promise<ChunkResult> {
  const refused: string[] = [];
  let queued = 0;
  let queuedBefore = 0;
  let temporary: MessagingError | undefined;
  const outcomes = messages.sendMany(
    recipients.map((recipient) => messageFor(campaign, recipient)),
    { chunkSize: recipients.length, concurrency: 1 },
  );
  for await (const outcome of outcomes) {
    if (outcome.ok) queued += 1;
    else if (isQueuedBefore(outcome.error)) queuedBefore += 1;
    else if (
      isMessagingError(outcome.error, 'RequestValidationError') ||
      isMessagingError(outcome.error, 'InvalidRequestError')
    )
      refused.push(outcome.id ?? '');
    else temporary = outcome.error;
  }
  if (temporary !== undefined) throw temporary;
  return { queued, queuedBefore, refused };
}
