// Two workers of BullMQ, which look for lost jobs every 30 seconds, and a job of an hour. Its lock in Redis ends after a second of the
// machine's time, unless the worker renews it in the time of the application.
import { Queue, Worker } from 'bullmq';
import { effect, HOUR, MINUTE, ready } from './effects.mjs';

const redis = { host: process.env.REDIS_HOST, port: Number(process.env.REDIS_PORT) };
const settings = { connection: { ...redis, maxRetriesPerRequest: null }, lockDuration: 1_000 };

async function report() {
  effect('began');
  await new Promise((resolve) => setTimeout(resolve, HOUR));
  effect('ended');
}

const workers = [new Worker('reports', report, settings), new Worker('reports', report, settings)];
for (const worker of workers) {
  worker.on('error', console.error);
  worker.on('stalled', (id) => effect(`lost ${id}`));
  // Otherwise their timers take a minute of the machine's time in each day.
  worker.on('completed', () => workers.forEach((one) => one.close()));
  await worker.waitUntilReady();
}
await new Queue('reports', { connection: redis }).add('report', {}, { delay: MINUTE });
ready();
