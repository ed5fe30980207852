// The request arrives, but the response is lost. The client does not
// send again on its own: the text could arrive twice. It tells you,
// with the identifiers that make a second attempt safe.
import { createEmulator } from '@messaging-service/emulator';
import { ConflictError, createMessagingClient, MessagingError } from '@messaging-service/sdk';

const emulator = createEmulator();
const { messages } = createMessagingClient({
  baseUrl: emulator.baseUrl,
  fetch: emulator.fetch,
  accountKey: emulator.account.apiKey,
});

emulator.addFault({
  operation: 'messages.send',
  disconnect: true,
  when: 'after',
  times: 1,
});

const message = {
  to: '447700900123',
  from: { type: 'shared' },
  body: 'Your order is on its way',
} as const;

try {
  await messages.sendOne(message);
} catch (error) {
  if (!(error instanceof MessagingError)) throw error;
  const [id] = error.ids ?? [];
  console.log('maybe sent:', error.maybeSent);
  try {
    await messages.sendOne({ ...message, id });
    console.log('sent by the second attempt');
  } catch (second) {
    if (!(second instanceof ConflictError)) throw second;
    console.log('the service has it already:', second.code);
  }
}
console.log('texts on the phone:', emulator.messages({ to: message.to }).length);
