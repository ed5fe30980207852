import { Logger, run } from 'graphile-worker';
import { HOUR, jobs, MINUTE, ready } from './effects.mjs';
import { createPool } from './virtual-now.mjs';

const pgPool = await createPool();
pgPool.on('error', console.error);
pgPool.on('connect', (client) => client.on('error', console.error));
const runner = await run({
  pgPool,
  noHandleSignals: true,
  logger: new Logger(() => () => undefined),
  pollInterval: MINUTE,
  crontab: '0 * * * * hour',
  taskList: jobs,
});
await runner.addJob('reminder', {}, { runAt: new Date(Date.now() + 24 * HOUR) });
await runner.addJob('delivery', {}, { runAt: new Date(Date.now() + 5 * MINUTE), maxAttempts: 3 });
ready();
