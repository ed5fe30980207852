// A flow of BullMQ: the parent runs when its children have, at the instant of the last one.
import { FlowProducer, Worker } from 'bullmq';
import { effect, HOUR, MINUTE, ready } from './effects.mjs';

const connection = { host: process.env.REDIS_HOST, port: Number(process.env.REDIS_PORT) };
const run = (job) => effect(job.name);
const workers = ['orders', 'parcels'].map(
  (name) =>
    new Worker(name, run, {
      connection: { ...connection, maxRetriesPerRequest: null },
      lockDuration: 10 * HOUR,
      stalledInterval: 10 * HOUR,
    }),
);
await Promise.all(workers.map((worker) => worker.waitUntilReady()));
await new FlowProducer({ connection }).add({
  name: 'order complete',
  queueName: 'orders',
  children: [
    { name: 'parcel 1', queueName: 'parcels', opts: { delay: 90 * MINUTE } },
    { name: 'parcel 2', queueName: 'parcels', opts: { delay: 24 * HOUR } },
  ],
});
ready();
