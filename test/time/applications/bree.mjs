// Bree runs each job in a thread of its own.
import Bree from 'bree';
import { HOUR, MINUTE, ready } from './effects.mjs';

const path = new URL('bree-job.mjs', import.meta.url).pathname;
const job = (name, more) => ({ name, path, worker: { workerData: { job: name } }, ...more });
const bree = new Bree({
  root: false,
  logger: false,
  jobs: [
    job('hour', { cron: '0 * * * *' }),
    job('reminder', { timeout: 24 * HOUR }),
    job('delivery', { timeout: 5 * MINUTE }),
  ],
});
await bree.start();
ready();
