// A reminder for tomorrow at 09:00. It waits until the clock moves:
// press "Tomorrow 09:00" above the phone, or remove the comment below.
import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';

const { baseUrl, fetch, account, clock } = createEmulator();
const { messages } = createMessagingClient({
  baseUrl,
  fetch,
  accountKey: account.apiKey,
});

const tomorrow = new Date(clock.now().getTime() + 24 * 3_600_000);
tomorrow.setUTCHours(9, 0, 0, 0);

const { scheduled, send_at } = await messages.sendOne({
  to: '447700900123',
  from: { type: 'custom', value: 'DEMO' },
  body: 'See you at the dentist at 10:30',
  send_at: tomorrow,
});
console.log('scheduled:', scheduled, 'for', send_at);

// await clock.advanceTo(tomorrow);
