/**
 * `npm run bench:emulator` measures all rows, `npm run bench` the two ratios of the hot path; with names of files in
 * `rows/`, only those.
 */
import { runRows } from '../measure/run-rows.ts';

/** The rows, in the order of the table. */
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
