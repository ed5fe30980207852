import type { AddressInfo } from 'node:net';
import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
import { createApp } from './app.ts';

const { PORT = '3000', MESSAGING_WEBHOOK_SECRET: secret } = process.env;
if (!secret) throw new Error('Set MESSAGING_WEBHOOK_SECRET to the secret that signs inbound messages.');
const client = createMessagingClient(optionsFromEnvironment());
const server = createApp({ client, secret }).listen(Number(PORT), '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
