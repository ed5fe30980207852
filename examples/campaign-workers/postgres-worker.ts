/**
 * One of any number of worker processes that take jobs from Postgres. Start it with `node postgres-worker.ts`. It reads the
 * environment variables `DATABASE_URL`, `MESSAGING_BASE_URL` and `MESSAGING_ACCOUNT_KEY`, and ends when every job is finished.
 */
import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
import { SPRING_SALE } from './campaign.ts';
import { openPostgresQueue } from './postgres-queue.ts';
import { sendChunk } from './send-chunk.ts';

/** A job that is not finished after this time is taken by another worker. */
const leaseMs = Number(process.env.STALLED_AFTER_MS ?? 30_000);

const client = createMessagingClient(optionsFromEnvironment());
await using queue = await openPostgresQueue(process.env.DATABASE_URL ?? 'postgres://127.0.0.1/postgres');
const say = (line: string) => void process.stdout.write(`${line}\n`);

say('ready');
while ((await queue.left()) > 0) {
  const job = await queue.take(leaseMs);
  if (job === undefined) {
    // Other workers have the rest. If one of them dies, its lease ends.
    await new Promise((resolve) => setTimeout(resolve, leaseMs / 4));
    continue;
  }
  say(`${job.id} begun`);
  try {
    await queue.finish(job.id, await sendChunk(client, SPRING_SALE, job.chunk));
    say(`${job.id} ended`);
  } catch (error) {
    // The job is taken again when its lease ends.
    say(`${job.id} failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
