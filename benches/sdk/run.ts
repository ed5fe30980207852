/**
 * `npm run bench:sdk` measures every row; names of files in `rows/` measure those. Needs `npm run build`, and for the
 * other clients `npm ci --prefix benches/sdk/peers`.
 */
import { runRows } from '../measure/run-rows.ts';

/** In the order of the table. */
const ALL = ['bundle', 'install', 'import', 'start', 'calls', 'send-many', 'heap', 'path'];

const asked = process.argv.slice(2);
await runRows(new URL('rows/', import.meta.url), asked.length === 0 ? ALL : asked);
