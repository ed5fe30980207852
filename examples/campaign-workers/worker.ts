/**
 * One of any number of worker processes: `REDIS_URL=… MESSAGING_URL=… MESSAGING_KEY=… worker.ts`. Writes a line when it
 * is ready, when it begins a job and when it has ended it. SIGTERM lets it finish what it is doing.
 */
import { createMessagingClient } from '@messaging-service/sdk';
import { Worker } from 'bullmq';
import { SPRING_SALE } from '../campaign/campaign.ts';
import { type Chunk, type ChunkResult, QUEUE } from './queue.ts';
import { sendChunk } from './send-chunk.ts';

/** After this long without a sign of life a job is delivered to another worker. */
const stalledAfterMs = Number(process.env.STALLED_AFTER_MS ?? 30_000);

const client = createMessagingClient({
  baseUrl: process.env.MESSAGING_URL ?? '',
  accountKey: process.env.MESSAGING_KEY ?? '',
  // BullMQ tries again, and remembers that it has to.
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
    // Twice is as good as once here, so that there is no reason to give a job up.
    maxStalledCount: 1_000,
  },
);
worker.on('ready', () => say('ready'));
worker.on('completed', ({ id }, { queued, queuedBefore, refused }) =>
  say(`${id} ended: ${queued} queued, ${queuedBefore} queued before, ${refused.length} refused`),
);
worker.on('failed', (job, error) => say(`${job?.id} failed: ${error.message}`));
worker.on('error', ({ message }) => say(`trouble: ${message}`));
process.once('SIGTERM', () => void worker.close().then(() => process.exit(0)));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
