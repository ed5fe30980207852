/** The least a JSON server on `node:http` can do: what everything else is measured against. */
import { serveJson } from '../../measure/json-server.ts';

await serveJson((body) => JSON.stringify(JSON.parse(body)));
