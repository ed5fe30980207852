/**
 * `npm run bench` measures every table, `npm run bench:emulator` and `bench:sdk` one of them; with names of files in its
 * `rows/`, only those rows.
 *
 * `npm run bench:emulator -- mixed` takes ten minutes, and is only measured by its name. `BENCH_MINUTES=2` makes it shorter.
 *
 * They need `npm run build`, and those of the inspector `/usr/bin/chromium`. Other clients are compared where `npm ci --prefix
 * benches/sdk/peers` has installed them.
 */
import { runRows } from './measure/run-rows.ts';

/** The rows of each table, in its order. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  emulator: ['post-message', 'scheduled', 'advance'],
  sdk: ['import', 'calls'],
  inspector: ['frames'],
};

/** The rows that take so long that they are only measured by their names. */
const BY_NAME: Readonly<Record<string, readonly string[]>> = { emulator: ['mixed'] };

const [table, ...asked] = process.argv.slice(2);
for (const name of table === undefined ? Object.keys(TABLES) : [table]) {
  const rows = TABLES[name];
  if (rows === undefined) throw new Error(`Unknown table "${name}"; use ${Object.keys(TABLES).join(', ')}.`);
  const known = [...rows, ...(BY_NAME[name] ?? [])];
  const unknown = asked.find((row) => !known.includes(row));
  if (unknown !== undefined) throw new Error(`Unknown row "${unknown}" of ${name}; use ${known.join(', ')}.`);
  await runRows(new URL(`${name}/rows/`, import.meta.url), asked.length === 0 ? rows : asked);
}
