// A test file of a user whose Jest has the environment jsdom: fetch, Request, Response, TextEncoder and others do not exist.
const REMEDY =
  /has no .*(?:fetch|TextEncoder).*[:.] in Jest, start the test file with the comment "@jest-environment node"/i;

const call = { baseUrl: 'http://127.0.0.1:1', accountKey: 'decade00decade00decade00decade00' };
const message = { to: '447700900123', from: { type: 'custom', value: 'DEMO' }, body: 'Hi' };

const ENTRIES = [
  'sdk',
  'sdk/node',
  'webhooks',
  'webhooks/redis',
  'emulator',
  'emulator/client',
  'emulator/matchers',
  'emulator/node',
].map((entry) => `@messaging-service/${entry}`);

test.each(ENTRIES)('%s can be imported', (entry) => {
  expect(Object.keys(require(entry))).not.toEqual([]);
});

test('jsdom has none of them', () => {
  expect([typeof window, typeof fetch, typeof TextEncoder, typeof Response]).toEqual([
    'object',
    'undefined',
    'undefined',
    'undefined',
  ]);
});

test('a client with a transport sends', async () => {
  const { createMessagingClient } = require('@messaging-service/sdk');
  const sent = [];
  const transport = async ({ body }) => {
    const [{ to, body: text, id }] = JSON.parse(body).messages;
    sent.push(text);
    const queued = {
      to,
      body: text,
      id,
      from: message.from,
      batchUuid: id,
      messageUuid: id,
      scheduled: false,
    };
    return { status: 200, headers: {}, text: JSON.stringify({ messages: [queued] }) };
  };
  const client = createMessagingClient({ ...call, allowBrowser: true, transport });
  expect((await client.messages.sendOne(message)).to).toBe(message.to);
  expect(sent).toEqual(['Hi']);
});

test('a client without one names what is missing', async () => {
  const { createMessagingClient } = require('@messaging-service/sdk');
  const client = createMessagingClient({ ...call, allowBrowser: true });
  await expect(client.messages.sendOne(message)).rejects.toThrow(REMEDY);
});

test('a webhook handler names what is missing', () => {
  const { createWebhookHandler } = require('@messaging-service/webhooks');
  expect(() => createWebhookHandler({ secrets: 'a secret for tests', on: {} })).toThrow(REMEDY);
});

test('an emulator names what is missing', () => {
  const { createEmulator } = require('@messaging-service/emulator');
  expect(() => createEmulator()).toThrow(REMEDY);
});

test('a remote emulator names what is missing', async () => {
  const { connectEmulator } = require('@messaging-service/emulator/client');
  await expect(connectEmulator({ url: 'http://127.0.0.1:1' })).rejects.toThrow(REMEDY);
});
