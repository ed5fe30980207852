/**
 * The program that receives the webhooks: `node receive.ts STORE [PORT]`, with the environment variable
 * `MESSAGING_WEBHOOK_SECRET`. STORE is a folder or a Postgres URL, the same as for `send.ts`. Let it run while receipts can come.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SPRING_SALE } from './campaign.ts';
import { createReceiver } from './receiver.ts';
import { openStore } from './store.ts';

const [, , place, port = '4020'] = process.argv;
const secret = process.env.MESSAGING_WEBHOOK_SECRET;
if (place === undefined || secret === undefined)
  throw new Error('Usage: MESSAGING_WEBHOOK_SECRET=… node receive.ts STORE [PORT]');

await using store = await openStore(place, SPRING_SALE.id, 'receiver');
const server = createServer(createReceiver(store, secret)).listen(Number(port), '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`listening ${(server.address() as AddressInfo).port}\n`);
const stop = () => server.close();
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
await once(server, 'close');
