// A reply. The service calls your webhook, and your handler verifies
// the signature before it reads the text. Then reply yourself.
import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import { createWebhookHandler } from '@messaging-service/webhooks';

const url = 'https://clinic.example/webhooks';
const secret = 'a-secret-that-only-both-know';

// Your server, as a function from Request to Response:
const handle = createWebhookHandler({
  secrets: [secret],
  on: {
    inboundMessage: ({ payload, verified }) => {
      console.log(`+${payload.from} replied "${payload.message}", verified: ${verified}`);
    },
  },
});

const emulator = createEmulator({
  accounts: [{ senders: ['DEMO'], credits: 100, mo: { mo_webhook_url: url, mo_webhook_secret: secret } }],
  webhooks: { fetch: (input, init) => handle(new Request(input, init)) },
});
const { messages } = createMessagingClient({
  baseUrl: emulator.baseUrl,
  fetch: emulator.fetch,
  accountKey: emulator.account.apiKey,
});

await messages.sendOne({
  to: '447700900123',
  from: { type: 'custom', value: 'DEMO' },
  body: 'Your appointment is tomorrow at 9. Reply YES to confirm.',
});
emulator.handset('447700900123').reply('YES');
await emulator.settle();
