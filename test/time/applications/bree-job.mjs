import { workerData } from 'node:worker_threads';
import { jobs, MINUTE, retrying } from './effects.mjs';

const name = workerData.job.job ?? workerData.job;
await retrying(jobs[name], [10 * MINUTE, 10 * MINUTE]);
process.exit(0);
