import { Cron } from 'croner';
import { HOUR, jobs, MINUTE, ready, retrying } from './effects.mjs';

new Cron('0 * * * *', jobs.hour);
new Cron(new Date(Date.now() + 24 * HOUR), jobs.reminder);
new Cron(new Date(Date.now() + 5 * MINUTE), () => retrying(jobs.delivery, [10 * MINUTE, 20 * MINUTE]));
ready();
