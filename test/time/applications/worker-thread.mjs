// A timer in a thread of its own. The main thread only starts it.
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { HOUR, jobs, MINUTE, ready, retrying } from './effects.mjs';

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  worker.once('message', ready);
} else {
  setInterval(jobs.hour, HOUR);
  setTimeout(jobs.reminder, 24 * HOUR);
  setTimeout(() => retrying(jobs.delivery, [10 * MINUTE, 10 * MINUTE]), 5 * MINUTE);
  parentPort.postMessage('ready');
}
