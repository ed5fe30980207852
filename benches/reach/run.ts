/** `npm run bench:reach` measures every row; names of files in `rows/` measure those. */
import { runRows } from '../measure/run-rows.ts';

/** In the order of the table. */
const ALL = ['remote-wait', 'worker-start'];

const asked = process.argv.slice(2);
await runRows(new URL('rows/', import.meta.url), asked.length === 0 ? ALL : asked);
