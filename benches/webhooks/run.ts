/**
 * `npm run bench:webhooks` measures every row; names of files in `rows/` measure those. Needs `npm run build`, and for
 * the other services' verifiers `npm ci --prefix benches/webhooks/peers`.
 */
import { runRows } from '../measure/run-rows.ts';

/** In the order of the table. */
const ALL = ['minified', 'pretty', 'web-crypto', 'bundle', 'import'];

const asked = process.argv.slice(2);
await runRows(new URL('rows/', import.meta.url), asked.length === 0 ? ALL : asked);
