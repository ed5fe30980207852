import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import { createPartyApp } from './app.ts';
import type { Guest } from './conversation.ts';

const SECRET = 'a secret that only the service and the host know';
const TOKEN = 'a-token-that-only-the-host-knows';
const GUESTS = ['447700900123', '447700900124'] as const;

// The application has no port: the emulator calls its `fetch` function, as Bun, Deno and Workers do.
const emulator = createEmulator({
  accounts: [
    {
      name: 'The host',
      credits: 100,
      mo: { mo_webhook_url: 'https://party.test/webhooks/inbound', mo_webhook_secret: SECRET },
    },
  ],
  webhooks: { fetch: async (input, init) => app.fetch(new Request(input, init)) },
});
const { baseUrl, fetch, account } = emulator;
const client = createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey });
const guests = new Map<string, Guest>();
const app = createPartyApp({ client, secret: SECRET, token: TOKEN, guests });

const [anna, ben] = GUESTS;
for (const to of GUESTS) {
  await app.request('/invitations', {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ to }),
  });
}
await write(anna, 'who is this?');
await write(ben, 'STOP');
await write(anna, 'Yes please!');
await write(ben, 'really');

process.stdout.write('\n');
for (const [number, { state }] of guests) process.stdout.write(`${number} is ${state}\n`);

/** Writes as a guest and prints the replies. */
async function write(guest: string, text: string): Promise<void> {
  const handset = emulator.handset(guest);
  const asked = handset.messages();
  process.stdout.write(`\n${guest}  ${text}\n`);
  handset.reply(text);
  await emulator.clock.settle();
  for (const { from, body } of handset.messages().slice(asked.length))
    process.stdout.write(`${from}    ${body}\n`);
}
