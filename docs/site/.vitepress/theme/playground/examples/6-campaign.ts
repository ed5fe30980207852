// A campaign to 500 numbers, with its progress. Two numbers fail.
import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';

const emulator = createEmulator({
  accounts: [{ senders: ['SHOP'], credits: 1_000 }],
  carrier: {
    rules: [
      { to: '447700900007', outcome: 'fail', code: '22' },
      { to: '447700900300', outcome: 'fail', code: '22' },
    ],
  },
});
const { messages } = createMessagingClient({
  baseUrl: emulator.baseUrl,
  fetch: emulator.fetch,
  accountKey: emulator.account.apiKey,
});

const customers = Array.from({ length: 500 }, (_, index) => ({
  to: `447700900${String(index).padStart(3, '0')}`,
  body: `Customer ${index + 1}: 20 % off until Sunday`,
}));

const outcomes = messages.sendMany(customers, {
  defaults: { from: { type: 'custom', value: 'SHOP' } },
  onProgress: ({ queued }) => console.log(`${queued} of ${customers.length} queued`),
});
for await (const outcome of outcomes) if (!outcome.ok) console.log(outcome.index, outcome.error.message);

const failed = emulator.messages({ state: 'failed' });
console.log(
  'failed on the network:',
  failed.map(({ to }) => to),
);
