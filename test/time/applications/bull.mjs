import Queue from 'bull';
import { HOUR, jobs, MINUTE, ready } from './effects.mjs';

const redis = { host: process.env.REDIS_HOST, port: Number(process.env.REDIS_PORT) };
const queue = new Queue('jobs', { redis });
queue.on('error', console.error);
void queue.process('*', (job) => jobs[job.name]());
await queue.isReady();
await queue.add('hour', {}, { repeat: { cron: '0 * * * *' } });
await queue.add('reminder', {}, { delay: 24 * HOUR });
await queue.add(
  'delivery',
  {},
  { delay: 5 * MINUTE, attempts: 3, backoff: { type: 'fixed', delay: 10 * MINUTE } },
);
ready();
