// A producer and a worker of BullMQ in one process, or a worker alone: `bullmq.mjs worker`. With `few-timers`,
// an advance has fewer instants to visit.
import { Queue, Worker } from 'bullmq';
import { HOUR, jobs, MINUTE, ready } from './effects.mjs';

const connection = { host: process.env.REDIS_HOST, port: Number(process.env.REDIS_PORT) };
const worker = new Worker('jobs', (job) => jobs[job.name](job), {
  connection: { ...connection, maxRetriesPerRequest: null },
  // By default, timers renew the locks every 7.5 seconds, and look for lost jobs every 30. An advance visits them all.
  ...(process.argv.includes('few-timers') && { lockDuration: 10 * HOUR, stalledInterval: 10 * HOUR }),
});
worker.on('error', console.error);
await worker.waitUntilReady();
if (!process.argv.includes('worker')) {
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
