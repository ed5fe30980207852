/** A minimal JSON server on `node:http`, the baseline of the measurements. */
import { serveJson } from '../../measure/json-server.ts';

await serveJson((body) => JSON.stringify(JSON.parse(body)));
