/**
 * `npm run bench:sdk`, `bench:emulator`, `bench:reach` and `bench:webhooks` measure all rows of a table; with names of files
 * in its `rows/`, only those. `npm run bench` measures the two ratios of the emulator's hot path.
 *
 * They need `npm run build`. Other clients, emulators and verifiers are compared where `npm ci --prefix benches/sdk/peers`
 * and its likes have installed them.
 */
import { runRows } from './measure/run-rows.ts';

/** The rows of each table, in its order. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  emulator: [
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
  ],
  reach: ['remote-wait', 'worker-start', 'followers', 'state-file', 'state-file-pauses'],
  sdk: ['bundle', 'install', 'import', 'start', 'calls', 'send-many', 'heap', 'path'],
  webhooks: ['minified', 'pretty', 'web-crypto', 'bundle', 'import'],
};

const [table = '', ...asked] = process.argv.slice(2);
const rows = TABLES[table];
if (rows === undefined) throw new Error(`Unknown table "${table}"; use ${Object.keys(TABLES).join(', ')}.`);
const unknown = asked.find((name) => !rows.includes(name));
if (unknown !== undefined) throw new Error(`Unknown row "${unknown}" of ${table}; use ${rows.join(', ')}.`);
await runRows(new URL(`${table}/rows/`, import.meta.url), asked.length === 0 ? rows : asked);
