/** One call of the client in a process that a library instruments. Prints the outcome as JSON. */
import { createRequire } from 'node:module';

const { library, baseUrl, accountKey, transport, telemetry, format } = JSON.parse(process.argv[2]);
const load = format === 'cjs' ? createRequire(import.meta.url) : (name) => import(name);
const { createMessagingClient } = await load('@messaging-service/sdk');
const { createNodeTransport } = await load('@messaging-service/sdk/node');
const instrumented = await import(`./libraries/${library}.mjs`);

const client = createMessagingClient({
  baseUrl,
  accountKey,
  ...(transport === 'node' && { transport: createNodeTransport() }),
  ...(telemetry && { telemetry: instrumented.telemetry }),
});
let error;
await instrumented.within(async () => {
  await client.batches.listPending().catch((reason) => {
    error = String(reason);
  });
});
const collected = await instrumented.finish();
process.stdout.write(JSON.stringify({ error, ...collected }));
