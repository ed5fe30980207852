/**
 * `npm run bench:emulator` and `bench:sdk` measure all rows of a table; with names of files in its `rows/`, only those.
 * `npm run bench reach` and `npm run bench webhooks` measure the other tables, and `npm run bench inspector` the page.
 *
 * They need `npm run build`. Other clients, emulators and verifiers are compared where `npm ci --prefix benches/sdk/peers`
 * and its likes have installed them.
 */
import { runRows } from './measure/run-rows.ts';

/** The rows of each table, in its order. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  emulator: ['post-message', 'scheduled', 'advance', 'fetch'],
  reach: ['worker-start'],
  sdk: ['bundle', 'import', 'calls', 'send-many'],
  webhooks: ['minified', 'import'],
};

const [table = '', ...asked] = process.argv.slice(2);
if (table === 'inspector') {
  // It reads its own arguments.
  await import('./inspector/run.ts');
} else {
  await measureRows();
}

async function measureRows(): Promise<void> {
  const rows = TABLES[table];
  if (rows === undefined) throw new Error(`Unknown table "${table}"; use ${Object.keys(TABLES).join(', ')}.`);
  const unknown = asked.find((name) => !rows.includes(name));
  if (unknown !== undefined) throw new Error(`Unknown row "${unknown}" of ${table}; use ${rows.join(', ')}.`);
  await runRows(new URL(`${table}/rows/`, import.meta.url), asked.length === 0 ? rows : asked);
}
