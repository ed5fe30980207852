/**
 * One of any number of worker processes. Start it with `node worker.ts`. It reads the environment variables `REDIS_URL`,
 * `MESSAGING_BASE_URL` and `MESSAGING_ACCOUNT_KEY`. It prints a line when it is ready, when it starts a job and when it has
 * finished it. On SIGTERM it finishes its current jobs.
 */
import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
import { Worker } from 'bullmq';
import { SPRING_SALE } from './campaign.ts';
import { type Chunk, type ChunkResult, QUEUE } from './queue.ts';
import { sendChunk } from './send-chunk.ts';

/** A job whose worker does not renew its lock for this long is delivered to another worker. */
const stalledAfterMs = Number(process.env.STALLED_AFTER_MS ?? 30_000);

const client = createMessagingClient({
  ...optionsFromEnvironment(),
  // BullMQ retries, and remembers to do so after a restart.
  retry: false,
});

const worker = new Worker<Chunk, ChunkResult>(
  QUEUE,
  async ({ id, data }) => {
    say(`${id} begun`);
    return sendChunk(client, SPRING_SALE, data);
  },
  {
    connection: { url: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379' },
    concurrency: 2,
    lockDuration: stalledAfterMs,
    stalledInterval: stalledAfterMs,
    // Jobs are idempotent, so there is no reason to give up on one.
    maxStalledCount: 1_000,
  },
);
worker.on('ready', () => say('ready'));
worker.on('completed', ({ id }, { queued, queuedBefore, refused }) =>
  say(`${id} ended: ${queued} queued, ${queuedBefore} queued before, ${refused.length} refused`),
);
worker.on('failed', (job, error) => say(`${job?.id} failed: ${error.message}`));
worker.on('error', ({ message }) => say(`error: ${message}`));
process.once('SIGTERM', () => void worker.close().then(() => process.exit(0)));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
