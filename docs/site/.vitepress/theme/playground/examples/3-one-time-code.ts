// A login with a one-time code: the application sends it, and the
// test reads it from the message, as a user reads it from the phone.
import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';

const emulator = createEmulator();
const { messages } = createMessagingClient({
  baseUrl: emulator.baseUrl,
  fetch: emulator.fetch,
  accountKey: emulator.account.apiKey,
});

// The application:
const code = String(Math.floor(100_000 + Math.random() * 900_000));
await messages.sendOne({
  to: '447700900123',
  from: { type: 'custom', value: 'DEMO' },
  body: `Your code is ${code}. It is valid for 5 minutes.`,
});

// The test:
const { match } = await emulator.waitForMessage({
  to: '447700900123',
  match: /code is (\d{6})/,
});
console.log('read from the phone:', match?.[1]);
console.log('accepted:', match?.[1] === code);
