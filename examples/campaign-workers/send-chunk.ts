import {
  type AccountClient,
  isInvalidRequestError,
  isRequestValidationError,
  type MessagingError,
} from '@messaging-service/sdk';
import { type Campaign, messageFor } from '../campaign/campaign.ts';
import { isQueuedBefore } from '../send-once.ts';
import type { Chunk, ChunkResult } from './queue.ts';

/**
 * Does a job, whether it was done before or not.
 *
 * @throws {MessagingError} Something that may pass stood in the way of a message. The job has to be delivered again: what
 * was queued this time is then found to be queued before.
 */
export async function sendChunk(
  { messages }: AccountClient,
  campaign: Campaign,
  { recipients }: Chunk,
): Promise<ChunkResult> {
  const refused: string[] = [];
  let queued = 0;
  let queuedBefore = 0;
  let obstacle: MessagingError | undefined;
  const outcomes = messages.sendMany(
    recipients.map((recipient) => messageFor(campaign, recipient)),
    { chunkSize: recipients.length, concurrency: 1 },
  );
  for await (const outcome of outcomes) {
    if (outcome.ok) queued += 1;
    else if (isQueuedBefore(outcome.error)) queuedBefore += 1;
    else if (isRequestValidationError(outcome.error) || isInvalidRequestError(outcome.error))
      refused.push(outcome.id ?? '');
    else obstacle = outcome.error;
  }
  if (obstacle !== undefined) throw obstacle;
  return { queued, queuedBefore, refused };
}
