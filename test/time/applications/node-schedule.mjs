import schedule from 'node-schedule';
import { HOUR, jobs, MINUTE, ready, retrying } from './effects.mjs';

schedule.scheduleJob('0 * * * *', jobs.hour);
schedule.scheduleJob(new Date(Date.now() + 24 * HOUR), jobs.reminder);
schedule.scheduleJob(new Date(Date.now() + 5 * MINUTE), () =>
  retrying(jobs.delivery, [10 * MINUTE, 20 * MINUTE]),
);
ready();
