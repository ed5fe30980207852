// oxlint-disable typescript/no-floating-promises -- The runner waits for the tests.
import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient, InsufficientCreditsError } from '@messaging-service/sdk';
import { sendOrderNotice } from './order-notice.ts';

const emulator = createEmulator();
const { baseUrl, fetch, account } = emulator;
const client = createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey, retry: false });
const order = { number: 'A-17', phone: '447700900123' };

afterEach(() => emulator.reset());
after(() => emulator.close());

test('the customer gets the notice', async () => {
  const messageUuid = await sendOrderNotice(client, order);
  const [message] = emulator.handset(order.phone).messages();
  assert.equal(message?.messageUuid, messageUuid);
  assert.match(message.body, /A-17 is ready/);
  assert.equal(message.state, 'delivered');
});

test('a refused notice is reported to the caller', async () => {
  emulator.addFault({ operation: 'messages.send', code: 'insufficient_credits' });
  await assert.rejects(sendOrderNotice(client, order), InsufficientCreditsError);
  assert.deepEqual(emulator.messages(), []);
});
