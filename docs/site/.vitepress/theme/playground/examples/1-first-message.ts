// A first message. It arrives on the phone.
import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';

// The whole service runs in this page. In production, leave out
// `fetch`, and use the address and the key of your provider.
const { baseUrl, fetch, account } = createEmulator();
const { messages, batches } = createMessagingClient({
  baseUrl,
  fetch,
  accountKey: account.apiKey,
});

const { batchUuid } = await messages.sendOne({
  to: '447700900123',
  from: { type: 'shared' },
  body: 'Your table is ready',
});
console.log((await batches.receipts(batchUuid)).counts);
