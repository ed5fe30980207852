import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { createMessagingClient } from '@messaging-service/sdk';
import { createLoginApp } from './app.ts';

// With a real service, use its address and key instead.
const emulator = createEmulator({ clock: 'system' });
const service = await listen(emulator);

const app = createLoginApp({
  client: createMessagingClient({ baseUrl: service.url, accountKey: emulator.account.apiKey }),
  sender: 'DEMO',
  log: (line) => process.stdout.write(`  log: ${line}\n`),
});
const server = createServer(app).listen(Number(process.env.PORT ?? 0), '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

process.stdout.write(`Ask for a code:

  curl -i -H 'content-type: application/json' -d '{"phone":"+447700900123"}' ${url}/login/code

read it on the phone, at ${service.inspectorUrl} (after npm run build) or by

  curl '${service.url}/_emulator/messages/wait?to=447700900123&pattern=%5E%5Cd%7B6%7D'

and log in with it:

  curl -i -H 'content-type: application/json' -d '{"phone":"+447700900123","code":"…"}' ${url}/login

Stop with Ctrl+C.
`);
