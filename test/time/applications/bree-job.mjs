import { parentPort, workerData } from 'node:worker_threads';
import { jobs, MINUTE, retrying } from './effects.mjs';

await retrying(jobs[workerData.job], [10 * MINUTE, 10 * MINUTE]);
// Bree ends the thread, and starts another one at the next time.
parentPort.postMessage('done');
