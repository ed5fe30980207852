import { HOUR, jobs, MINUTE, retrying } from './effects.mjs';

const LONGEST_MS = 2 ** 31 - 1;

test(
  'the jobs of every application',
  async () => {
    setInterval(jobs.hour, HOUR);
    setTimeout(jobs.reminder, 24 * HOUR);
    setTimeout(() => retrying(jobs.delivery, [10 * MINUTE, 10 * MINUTE]), 5 * MINUTE);
    // Jest keeps what is written to the console until the test ends.
    process.stdout.write('ready\n');
    await new Promise(() => undefined);
  },
  LONGEST_MS,
);
