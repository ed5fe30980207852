import { RedisBackend } from '@agendajs/redis-backend';
import { Agenda } from 'agenda';
import { HOUR, jobs, MINUTE, ready } from './effects.mjs';

const backend = new RedisBackend({
  redisOptions: { host: process.env.REDIS_HOST, port: Number(process.env.REDIS_PORT) },
});
const agenda = new Agenda({ backend, processEvery: '1 minute' });
agenda.define('hour', jobs.hour);
agenda.define('reminder', jobs.reminder);
agenda.define('delivery', jobs.delivery, {
  backoff: ({ attempt }) => (attempt < 3 ? 10 * MINUTE : null),
});
await agenda.start();
await agenda.every('0 * * * *', 'hour');
await agenda.schedule(new Date(Date.now() + 24 * HOUR), 'reminder');
await agenda.schedule(new Date(Date.now() + 5 * MINUTE), 'delivery');
ready();
