/**
 * `npm run bench:webhooks` measures all rows; with names of files in `rows/`, only those. Needs `npm run build`, and
 * `npm ci --prefix benches/webhooks/peers` for the verifiers of other services.
 */
import { runRows } from '../measure/run-rows.ts';

/** The rows, in the order of the table. */
const ALL = ['minified', 'pretty', 'web-crypto', 'bundle', 'import'];

const asked = process.argv.slice(2);
await runRows(new URL('rows/', import.meta.url), asked.length === 0 ? ALL : asked);
