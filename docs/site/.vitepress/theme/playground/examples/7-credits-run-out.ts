// An account with three credits. The fourth message is refused, and a
// top-up from the organization solves it.
import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient, InsufficientCreditsError } from '@messaging-service/sdk';

const { baseUrl, fetch, account, organization } = createEmulator({
  accounts: [{ senders: ['DEMO'], credits: 3 }],
});
const { messages, accounts } = createMessagingClient({
  baseUrl,
  fetch,
  accountKey: account.apiKey,
  organizationKey: organization.apiKey,
});

const send = (body: string) =>
  messages.sendOne({ to: '447700900123', from: { type: 'custom', value: 'DEMO' }, body });

for (const number of [1, 2, 3, 4]) {
  try {
    await send(`Message ${number}`);
    console.log(`message ${number} is queued`);
  } catch (error) {
    if (!(error instanceof InsufficientCreditsError)) throw error;
    console.log(`message ${number} is refused: ${error.code}`);
    await accounts.topUp({ accountUuid: account.identifier, topup: 10 });
    await send(`Message ${number}, after the top-up`);
    console.log(`message ${number} is queued after a top-up of 10`);
  }
}
