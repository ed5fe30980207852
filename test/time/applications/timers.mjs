// The timers of Node.
import { setInterval as every } from 'node:timers/promises';
import { HOUR, jobs, MINUTE, ready, retrying } from './effects.mjs';

setTimeout(jobs.reminder, 24 * HOUR);
setTimeout(() => retrying(jobs.delivery, [10 * MINUTE, 20 * MINUTE]), 5 * MINUTE);
ready();
for await (const _ of every(HOUR)) jobs.hour();
