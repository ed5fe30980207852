import { createEmulator } from '@messaging-service/emulator';
import { test as withEmulator } from '@messaging-service/emulator/vitest';
import { createMessagingClient } from '@messaging-service/sdk';
import { setupServer } from 'msw/node';
import { describe, expect, onTestFinished, test } from 'vitest';

const message = { to: '447700900123', from: { type: 'custom', value: 'DEMO' }, body: 'Hi' } as const;

test('the client sends with the fetch of the emulator', async () => {
  const { baseUrl, fetch, account, messages } = createEmulator();
  const client = createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey });
  await client.messages.sendOne(message);
  expect(messages()).toMatchObject([{ state: 'delivered' }]);
});

test('a response of the fetch of the emulator has the URL and the type of one from the network', async () => {
  const { baseUrl, fetch, account } = createEmulator();
  const url = `${baseUrl}/message?key=${account.apiKey}`;
  const body = JSON.stringify({ messages: [message] });
  const viaUrl = await fetch(url, { method: 'POST', body });
  expect([viaUrl.status, viaUrl.url, viaUrl.type, viaUrl.redirected]).toEqual([200, url, 'basic', false]);
  const viaRequest = await fetch(new Request(url, { method: 'POST', body }));
  expect([viaRequest.status, viaRequest.url]).toEqual([200, url]);
  expect(
    (
      await fetch(new URL(url), {
        method: 'POST',
        body,
        signal: new AbortController().signal,
        headers: new Headers(),
      })
    ).status,
  ).toBe(200);
});

// A server that listens in a test is that of all tests that run meanwhile.
test('the client sends through handlers of MSW', { concurrent: false }, async () => {
  const emulator = createEmulator();
  const { baseUrl, account } = emulator;
  const server = setupServer(...emulator.handlers);
  server.listen({ onUnhandledFrame: 'bypass' });
  onTestFinished(() => server.close());
  await createMessagingClient({ baseUrl, accountKey: account.apiKey }).messages.sendOne(message);
  expect(emulator.messages()).toMatchObject([{ state: 'delivered' }]);
});

describe('with the fixture', () => {
  withEmulator('the client sends', async ({ emulator }) => {
    const { baseUrl, account } = emulator;
    await createMessagingClient({ baseUrl, accountKey: account.apiKey }).messages.sendOne(message);
    expect(emulator).toHaveSentMessage({ body: 'Hi' });
  });
});

test('a webhook reaches a function', async () => {
  const emulator = createEmulator({ webhooks: { fetch: async () => new Response('', { status: 200 }) } });
  const { baseUrl, fetch, account } = emulator;
  const client = createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey });
  await client.messages.sendOne({ ...message, callback: 'https://shop.test/r' });
  await emulator.clock.settle();
  expect(emulator.webhooks()).toMatchObject([{ state: 'succeeded' }]);
});
