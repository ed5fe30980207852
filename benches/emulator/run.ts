/**
 * `npm run bench:emulator` measures every row, `npm run bench` the two ratios of the hot path; names of files in
 * `rows/` measure those.
 */
import { runRows } from '../measure/run-rows.ts';

/** In the order of the table. */
const ALL = [
  'post-message',
  'cli-start',
  'install-size',
  'msw-handlers',
  'fetch',
  'add-batch',
  'scheduled',
  'advance',
  'pauses',
  'cron-accounts',
  'pauses-input',
  'advance-under-load',
  'events-memory',
  'pauses-waits',
  'snapshots',
];

const asked = process.argv.slice(2);
await runRows(new URL('rows/', import.meta.url), asked.length === 0 ? ALL : asked);
