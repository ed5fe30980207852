// A producer and a worker of BullMQ in one process, or a worker alone: `bullmq.mjs worker`.
import { Queue, Worker } from 'bullmq';
import { HOUR, jobs, MINUTE, ready } from './effects.mjs';

const connection = { host: process.env.REDIS_HOST, port: Number(process.env.REDIS_PORT) };
const worker = new Worker('jobs', (job) => jobs[job.name](job), {
  connection: { ...connection, maxRetriesPerRequest: null },
});
worker.on('error', console.error);
await worker.waitUntilReady();
if (process.argv[2] !== 'worker') {
  const queue = new Queue('jobs', { connection });
  await queue.upsertJobScheduler('hours', { pattern: '0 * * * *' }, { name: 'hour' });
  await queue.add('reminder', {}, { delay: 24 * HOUR });
  await queue.add(
    'delivery',
    {},
    { delay: 5 * MINUTE, attempts: 3, backoff: { type: 'exponential', delay: 10 * MINUTE } },
  );
}
ready();
