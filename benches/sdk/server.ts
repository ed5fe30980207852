/** The server that all clients call. */
import { serveJson } from '../measure/json-server.ts';
import { answerTo } from './responses.ts';

await serveJson(answerTo);
