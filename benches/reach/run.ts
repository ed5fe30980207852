/** `npm run bench:reach` measures all rows; with names of files in `rows/`, only those. */
import { runRows } from '../measure/run-rows.ts';

/** The rows, in the order of the table. */
const ALL = ['remote-wait', 'worker-start', 'followers', 'state-file', 'state-file-pauses'];

const asked = process.argv.slice(2);
await runRows(new URL('rows/', import.meta.url), asked.length === 0 ? ALL : asked);
