// A new user's first program, with only the packages and `npx messaging-emulator`.
import { deepEqual, equal } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMessagingClient, isMessagingError } from '@messaging-service/sdk';
import { createWebhookHandler } from '@messaging-service/webhooks';
import { toNodeListener } from '@messaging-service/webhooks/node';

const {
  MESSAGING_BASE_URL: baseUrl = '',
  ACCOUNT: account = '',
  ACCOUNT_KEY: accountKey = '',
  ORGANIZATION_KEY: organizationKey = '',
  SENDER: sender = '',
} = process.env;
const { messages, batches, accounts } = createMessagingClient({ baseUrl, accountKey, organizationKey });
const secret = 'a secret of my own';
const handset = '447700900123';

const events: string[] = [];
const handler = createWebhookHandler({
  secrets: secret,
  on: {
    inboundMessage: ({ payload, verified }) =>
      events.push(`${verified ? 'signed' : 'unsigned'} ${payload.message}`),
    deliveryReceipt: ({ payload }) => events.push(payload.delivered ? 'delivered' : 'failed'),
  },
});
const listener = toNodeListener(handler);
const server = createServer((request, response) => void listener(request, response));

/** Calls the control API. */
async function control(path: string, body: object): Promise<void> {
  const response = await fetch(`${baseUrl}/_emulator${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
}

const listen = () => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

async function main(): Promise<void> {
  await listen();
  const webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
  await accounts.update(account, { mo: { mo_webhook_url: webhook, mo_webhook_secret: secret } });

  const sent = await messages.sendOne({
    to: handset,
    from: { type: 'custom', value: sender },
    body: 'Your table is ready',
    callback: webhook,
  });
  const { counts } = await batches.waitForReceipts(sent.batchUuid, { interval: 20, timeout: 10_000 });
  deepEqual(counts, { total: 1, delivered: 1, failed: 0 });

  const later = await messages.sendOne({
    to: handset,
    from: { type: 'shared' },
    body: 'See you at nine',
    send_at: new Date(Date.now() + 60 * 60_000),
  });
  const pending = async () => (await batches.listPending()).batches.length;
  equal(await pending(), 1);
  await batches.cancel(later.batchUuid);
  equal(await pending(), 0);
  const again: unknown = await batches.cancel(later.batchUuid).catch((error: unknown) => error);
  equal(isMessagingError(again, 'NotFoundError'), true);

  await control('/inbound', { from: handset, to: sender, message: 'YES' });
  await control('/settle', {});
  deepEqual(events, ['delivered', 'signed YES']);
  server.close();
}

void main();
