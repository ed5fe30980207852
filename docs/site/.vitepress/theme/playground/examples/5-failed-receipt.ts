// A phone that is switched off. Numbers that end in 8cc fail with the
// receipt code cc: 822 fails with code 22. Receipts are not signed.
import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import { createWebhookHandler } from '@messaging-service/webhooks';

const handle = createWebhookHandler({
  on: {
    deliveryReceipt: ({ payload, verified }) => {
      const { code, description } = payload.receiptInfo;
      console.log(`${payload.destination} failed with code ${code}: ${description}`);
      console.log('verified:', verified);
    },
  },
});

const emulator = createEmulator({
  webhooks: { fetch: (input, init) => handle(new Request(input, init)) },
});
const { messages } = createMessagingClient({
  baseUrl: emulator.baseUrl,
  fetch: emulator.fetch,
  accountKey: emulator.account.apiKey,
});

await messages.sendOne({
  to: '447700900822',
  from: { type: 'custom', value: 'DEMO' },
  body: 'Your parcel arrives today',
  callback: 'https://shop.example/receipts',
});
await emulator.settle();
