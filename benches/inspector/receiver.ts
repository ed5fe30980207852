/** A receiver of webhooks. It accepts each of them. */
import { serveJson } from '../measure/json-server.ts';

await serveJson(() => '{}');
