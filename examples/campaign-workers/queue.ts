import type { JobsOptions, Queue } from 'bullmq';
import type { Recipient } from '../campaign/recipients.ts';

/** The queue in Redis that the workers take their work from. */
export const QUEUE = 'spring-sale';

/** A job: recipients whose messages share a request. */
export interface Chunk {
  readonly recipients: readonly Recipient[];
}

/** How a job went, in messages. */
export interface ChunkResult {
  /** Queued by this delivery of the job. */
  readonly queued: number;
  /** Queued by an earlier one: of a worker that died, or of the same work under another name. */
  readonly queuedBefore: number;
  /** Identifiers of those that the service will never take, such as one to a number that is none. */
  readonly refused: readonly string[];
}

/** A service that is down for a quarter of an hour costs nothing but time. */
const OPTIONS: JobsOptions = { attempts: 12, backoff: { type: 'exponential', delay: 500 } };

/** Cuts recipients into jobs. Their names are always the same, so that a list which is added again is not there twice. */
export function* chunksOf(
  recipients: Iterable<Recipient>,
  size: number,
): Generator<{ name: string; data: Chunk; opts: JobsOptions }> {
  const job = (index: number, chunk: readonly Recipient[]) => ({
    name: 'chunk',
    data: { recipients: chunk },
    opts: { ...OPTIONS, jobId: `chunk-${index}` },
  });
  let chunk: Recipient[] = [];
  let index = 0;
  for (const recipient of recipients) {
    chunk.push(recipient);
    if (chunk.length < size) continue;
    yield job(index++, chunk);
    chunk = [];
  }
  if (chunk.length > 0) yield job(index, chunk);
}

/** Adds the campaign to the queue. */
export function addCampaign(queue: Queue<Chunk, ChunkResult>, recipients: Iterable<Recipient>, size: number) {
  return queue.addBulk([...chunksOf(recipients, size)]);
}
