const { createEmulator } = require('@messaging-service/emulator');
const { matchers } = require('@messaging-service/emulator/matchers');
const { createMessagingClient } = require('@messaging-service/sdk');
const { sendOrderNotice } = require('./order-notice.cjs');

expect.extend(matchers);

const emulator = createEmulator();
const { baseUrl, fetch, account } = emulator;
const client = createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey, retry: false });
const order = { number: 'A-17', phone: '447700900123' };

afterEach(() => emulator.reset());
afterAll(() => emulator.close());

test('the customer gets the notice', async () => {
  await sendOrderNotice(client, order);
  expect(emulator).toHaveSentMessage({ to: order.phone, body: /A-17 is ready/, state: 'delivered' });
});

test('a refused notice is reported to the caller', async () => {
  emulator.addFault({ operation: 'messages.send', code: 'insufficient_credits' });
  await expect(sendOrderNotice(client, order)).rejects.toThrow('insufficient_credits');
  expect(emulator).not.toHaveSentMessage();
});
