import type { JobsOptions, Queue } from 'bullmq';
import type { Recipient } from './recipients.ts';

/** The name of the queue in Redis. */
export const QUEUE = 'spring-sale';

/** A job: recipients whose messages share a request. */
export interface Chunk {
  readonly recipients: readonly Recipient[];
}

/** Result of a job, in messages. */
export interface ChunkResult {
  /** Queued by this delivery of the job. */
  readonly queued: number;
  /** Queued by an earlier delivery, of a worker that died or of the same job under another name. */
  readonly queuedBefore: number;
  /** Identifiers of messages that the service rejects permanently, such as one to an invalid number. */
  readonly refused: readonly string[];
  /** Requests to the service. */
  readonly requests: number;
}

/** Twelve attempts with backoff cover an outage of a quarter of an hour. */
const OPTIONS: JobsOptions = { attempts: 12, backoff: { type: 'exponential', delay: 500 } };

/** Divides recipients into jobs. The names are always the same, so adding a list again does not add jobs. */
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
