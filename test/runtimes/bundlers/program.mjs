// A program as a user would write it: it sends a message through each transport, and verifies
// a webhook. It takes the URL and the key of a service, and prints a line of JSON.
import { createMessagingClient, isMessagingError } from '@messaging-service/sdk';
import { createNodeTransport } from '@messaging-service/sdk/node';
import { buildInboundMessage, signTestWebhook, verify, verifySync } from '@messaging-service/webhooks';
import { toNodeListener } from '@messaging-service/webhooks/node';

async function main() {
  const [baseUrl, accountKey] = process.argv.slice(-2);
  const message = { to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' };
  const node = createNodeTransport();
  const sent = [];
  for (const options of [{}, { transport: node }]) {
    const client = createMessagingClient({ baseUrl, accountKey, ...options });
    sent.push((await client.messages.sendOne(message)).to);
  }
  node.close();

  const wrongKey = 'f'.repeat(32);
  const refusal = await createMessagingClient({ baseUrl, accountKey: wrongKey })
    .messages.sendOne(message)
    .catch((error) => error);

  const secret = 'a secret';
  const webhook = await signTestWebhook(buildInboundMessage({ message: 'YES' }), { secret });
  const event = await verify(webhook, { secrets: secret });

  const result = {
    sent,
    refused: isMessagingError(refusal, 'InvalidKeyError'),
    verified: [event.payload.message, verifySync(webhook, { secrets: secret }).verified],
    listener: typeof toNodeListener,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

void main();
