import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMessagingClient } from '@messaging-service/sdk';
import { createWebhookHandler } from '@messaging-service/webhooks';
import { toNodeListener } from '@messaging-service/webhooks/node';
import { openInbox } from './inbox.ts';
import { createOutbox } from './outbox.ts';

const { DATABASE = '', MESSAGING_URL = '', MESSAGING_KEY = '', WEBHOOK_SECRET = '' } = process.env;

const inbox = await openInbox(DATABASE);
const client = createMessagingClient({ baseUrl: MESSAGING_URL, accountKey: MESSAGING_KEY });
const outbox = createOutbox(inbox, client);
const handler = createWebhookHandler({
  secrets: WEBHOOK_SECRET,
  // The inbox recognizes repeated events, in the transaction of the action.
  dedupe: false,
  on: {
    inboundMessage: async ({ payload }) => {
      if (await inbox.handle(payload)) outbox.wake();
      else process.stdout.write('repeated\n');
    },
  },
});

const listener = toNodeListener(handler);
const server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1');
await once(server, 'listening');
// Replies that an earlier process could not send.
outbox.wake();
process.stdout.write(`listening ${(server.address() as AddressInfo).port}\n`);
