// Run by Jest in CommonJS, without flags or settings.
const sdk = require('@messaging-service/sdk');
const { createNodeTransport } = require('@messaging-service/sdk/node');
const webhooks = require('@messaging-service/webhooks');
const { toNodeListener } = require('@messaging-service/webhooks/node');

test('a client sends', async () => {
  const fetch = jest.fn(async (_, { body }) => {
    const { messages } = JSON.parse(body);
    const queued = messages.map((one) => ({
      ...one,
      batchUuid: one.id,
      messageUuid: one.id,
      scheduled: false,
    }));
    return Response.json({ messages: queued });
  });
  const baseUrl = 'https://api.messaging.test';
  const { messages } = sdk.createMessagingClient({ baseUrl, accountKey: 'a-key', fetch });
  const message = { to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' };
  expect((await messages.sendOne(message)).to).toBe('447700900123');
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('an error is an instance of the exported class', () => {
  expect(() => sdk.createMessagingClient({})).toThrow(sdk.ConfigurationError);
  createNodeTransport().close();
});

test('a webhook is verified, and listeners exist', async () => {
  const event = webhooks.buildInboundMessage({ message: 'YES' });
  const signed = await webhooks.signTestWebhook(event, { secret: 'a secret' });
  expect(webhooks.verifySync(signed, { secrets: 'a secret' }).payload.message).toBe('YES');
  expect(typeof toNodeListener).toBe('function');
});
