import { PgBoss } from 'pg-boss';
import { HOUR, jobs, MINUTE, ready } from './effects.mjs';
import { createPool } from './virtual-now.mjs';

// With one connection, the polls of one instant run in the order of their timers.
const pool = await createPool({ max: 1 });
// An advance visits each timer, so the library looks for work every ten minutes, and for jobs every minute.
const TEN_MINUTES = 600;
const db = { executeSql: (text, values) => pool.query(text, values) };
// The tables must exist before the function can be replaced, and nothing may read the time before that.
const installation = new PgBoss({ db, schedule: false, supervise: false });
await installation.start();
await installation.stop();
// All SQL of pg-boss reads the time from this function, which calls pg_catalog.now().
await pool.query(
  'create or replace function pgboss.job_now() returns timestamptz language sql stable as $$ select virtual_time.now() $$',
);
const boss = new PgBoss({
  db,
  superviseIntervalSeconds: TEN_MINUTES,
  maintenanceIntervalSeconds: TEN_MINUTES,
  monitorIntervalSeconds: TEN_MINUTES,
  queueCacheIntervalSeconds: TEN_MINUTES,
  clockMonitorIntervalSeconds: TEN_MINUTES,
  flowIntervalSeconds: TEN_MINUTES,
  bamIntervalSeconds: TEN_MINUTES,
  cronMonitorIntervalSeconds: 45,
  cronWorkerIntervalSeconds: 45,
});
boss.on('error', console.error);
await boss.start();
for (const [name, run] of Object.entries(jobs)) {
  await boss.createQueue(name);
  await boss.work(name, { pollingIntervalSeconds: 60 }, run);
}
await boss.schedule('hour', '0 * * * *');
await boss.send('reminder', {}, { startAfter: new Date(Date.now() + 24 * HOUR) });
await boss.send(
  'delivery',
  {},
  { startAfter: new Date(Date.now() + 5 * MINUTE), retryLimit: 2, retryDelay: 600 },
);
ready();
