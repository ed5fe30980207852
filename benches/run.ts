/**
 * `npm run bench` measures every table, `npm run bench:emulator` and `bench:sdk` one of them; with names of files in its
 * `rows/`, only those rows.
 *
 * They need `npm run build`. Other clients are compared where `npm ci --prefix benches/sdk/peers` has installed them.
 */
import { runRows } from './measure/run-rows.ts';

/** The rows of each table, in its order. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  emulator: ['post-message', 'scheduled', 'advance'],
  sdk: ['import', 'calls'],
};

const [table, ...asked] = process.argv.slice(2);
for (const name of table === undefined ? Object.keys(TABLES) : [table]) {
  const rows = TABLES[name];
  if (rows === undefined) throw new Error(`Unknown table "${name}"; use ${Object.keys(TABLES).join(', ')}.`);
  const unknown = asked.find((row) => !rows.includes(row));
  if (unknown !== undefined) throw new Error(`Unknown row "${unknown}" of ${name}; use ${rows.join(', ')}.`);
  await runRows(new URL(`${name}/rows/`, import.meta.url), asked.length === 0 ? rows : asked);
}
