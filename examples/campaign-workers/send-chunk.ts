import type { AccountClient, MessagingError } from '@messaging-service/sdk';
import { type Campaign, messageFor } from './campaign.ts';
import type { Chunk, ChunkResult } from './queue.ts';

/**
 * Sends the messages of a job, whether or not they were sent before.
 *
 * @throws {MessagingError} when a message was not sent, or the outcome is unknown. The queue then delivers the job again, and the messages
 * that were queued this time count as queued before.
 */
export async function sendChunk(
  client: AccountClient,
  campaign: Campaign,
  { recipients }: Chunk,
): Promise<ChunkResult> {
  let requests = 0;
  const { messages } = client.with({ hooks: { beforeRequest: () => void (requests += 1) } });
  const refused: string[] = [];
  let queued = 0;
  let queuedBefore = 0;
  let temporary: MessagingError | undefined;
  const outcomes = messages.sendMany(
    recipients.map((recipient) => messageFor(campaign, recipient)),
    { chunkSize: recipients.length, concurrency: 1 },
  );
  for await (const outcome of outcomes) {
    if (outcome.status === 'queued') queued += 1;
    else if (outcome.status === 'queued-before') queuedBefore += 1;
    else if (outcome.status === 'refused') refused.push(outcome.id ?? '');
    else if (!outcome.ok) temporary = outcome.error;
  }
  if (temporary !== undefined) throw temporary;
  return { queued, queuedBefore, refused, requests };
}
