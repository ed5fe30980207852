// Piscina runs each task in a thread of a pool.
import { Piscina } from 'piscina';
import { HOUR, MINUTE, ready, retrying } from './effects.mjs';

const filename = new URL('piscina-task.mjs', import.meta.url).href;
const pool = new Piscina({ filename, maxThreads: 2 });
setInterval(() => pool.run('hour'), HOUR);
setTimeout(() => pool.run('reminder'), 24 * HOUR);
setTimeout(() => retrying(() => pool.run('delivery'), [10 * MINUTE, 10 * MINUTE]), 5 * MINUTE);
ready();
