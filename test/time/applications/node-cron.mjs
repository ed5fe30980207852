import cron from 'node-cron';
import { jobs, MINUTE, ready, retrying } from './effects.mjs';

cron.schedule('0 * * * *', jobs.hour);
cron.schedule('0 9 2 1 *', jobs.reminder, { timezone: 'UTC' });
cron.schedule('5 9 1 1 *', () => retrying(jobs.delivery, [10 * MINUTE, 20 * MINUTE]), { timezone: 'UTC' });
ready();
