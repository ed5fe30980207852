import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { createMessagingClient } from '@messaging-service/sdk';
import { createApp } from './app.ts';

// With a real service, use its address, its key and the secret of the account.
const secret = 'a secret for development';
const port = Number(process.env.PORT ?? 3000);
const url = `http://127.0.0.1:${port}`;
const mo = { mo_webhook_url: `${url}/webhooks/messaging`, mo_webhook_secret: secret };
const emulator = createEmulator({ clock: 'system', accounts: [{ credits: 1_000, mo }] });
const service = await listen(emulator);
const client = createMessagingClient({ baseUrl: service.url, accountKey: emulator.account.apiKey });

await createApp({ client, secret }).listen({ port, host: '127.0.0.1' });
process.stdout.write(`Send a text:

  curl -H 'content-type: application/json' -d '{"number":"A-17","phone":"447700900123"}' ${url}/orders

Read it and reply at ${service.inspectorUrl}, then list the replies:

  curl ${url}/replies/447700900123
`);
