import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMessagingClient } from '@messaging-service/sdk';
import { createApp } from './app.ts';

const { MESSAGING_URL, MESSAGING_ACCOUNT_KEY, MESSAGING_ORGANIZATION_KEY, PORT = '0' } = process.env;
if (!MESSAGING_URL || !MESSAGING_ACCOUNT_KEY || !MESSAGING_ORGANIZATION_KEY)
  throw new Error('Set MESSAGING_URL, MESSAGING_ACCOUNT_KEY and MESSAGING_ORGANIZATION_KEY.');

const client = createMessagingClient({
  baseUrl: MESSAGING_URL,
  accountKey: MESSAGING_ACCOUNT_KEY,
  organizationKey: MESSAGING_ORGANIZATION_KEY,
});
const secret = randomBytes(32).toString('base64url');
const server = createServer(createApp({ client, secret })).listen(Number(PORT), '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const [account] = (await client.accounts.list()).accounts;
await client.accounts.update(account?.identifier ?? '', {
  mo: { mo_webhook_url: `${url}/webhook`, mo_webhook_secret: secret },
});
process.stdout.write(`${url}\n`);
