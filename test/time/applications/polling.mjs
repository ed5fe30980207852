// A table of jobs in Redis that is polled, as own schedulers do: every second, or at another interval: `polling.mjs 60000`.
import { Redis } from 'ioredis';
import { HOUR, jobs, MINUTE, ready } from './effects.mjs';

const redis = new Redis({ host: process.env.REDIS_HOST, port: Number(process.env.REDIS_PORT) });
const schedule = (name, delay) => redis.zadd('due', Date.now() + delay, name);
const again = { hour: () => schedule('hour', HOUR) };

async function poll() {
  for (const name of await redis.zrangebyscore('due', 0, Date.now())) {
    await redis.zrem('due', name);
    try {
      await jobs[name]();
      await again[name]?.();
    } catch {
      await schedule(name, 10 * MINUTE);
    }
  }
}

await schedule('hour', HOUR);
await schedule('reminder', 24 * HOUR);
await schedule('delivery', 5 * MINUTE);
setInterval(poll, Number(process.argv[2] ?? 1_000));
ready();
