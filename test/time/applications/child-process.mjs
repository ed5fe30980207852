// A timer in a child process. The parent only starts it.
import { fork } from 'node:child_process';
import { HOUR, jobs, MINUTE, ready, retrying } from './effects.mjs';

if (process.argv[2] !== 'child') {
  const child = fork(new URL(import.meta.url), ['child']);
  child.once('message', ready);
} else {
  setInterval(jobs.hour, HOUR);
  setTimeout(jobs.reminder, 24 * HOUR);
  setTimeout(() => retrying(jobs.delivery, [10 * MINUTE, 10 * MINUTE]), 5 * MINUTE);
  process.send('ready');
}
