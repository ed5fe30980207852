// Run by Jest in CommonJS, without flags or settings.
const sdk = require('@messaging-service/sdk');
const { createNodeTransport } = require('@messaging-service/sdk/node');
const { createMockMessagingClient } = require('@messaging-service/sdk/testing');
const webhooks = require('@messaging-service/webhooks');
const { toNodeListener } = require('@messaging-service/webhooks/node');

test('a mock client sends', async () => {
  const { messages, calls } = createMockMessagingClient();
  const message = { to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' };
  expect((await messages.sendOne(message)).to).toBe('447700900123');
  expect(calls).toHaveLength(1);
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
