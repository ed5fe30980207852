import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import { fetchInPage } from '@messaging-service/server/in-page';
import { expect, test } from 'vitest';

function start() {
  const emulator = createEmulator({ now: '2026-01-01T09:00:00Z' });
  const fetch = fetchInPage(emulator);
  const { baseUrl, account } = emulator;
  const client = createMessagingClient({ baseUrl, accountKey: account.apiKey, fetch });
  const send = () =>
    client.messages.sendOne({ to: '447700900123', from: { type: 'custom', value: 'DEMO' }, body: 'Hello' });
  return { emulator, fetch, send };
}

test('in a browser, one fetch function serves the public API and the control API (EMU-15)', async () => {
  const { fetch, send } = start();
  const { messageUuid } = await send();
  const response = await fetch('/_emulator/messages');
  expect(await response.json()).toMatchObject({ messages: [{ messageUuid, state: 'delivered' }] });
});

test('public calls in a page are in the list of requests', async () => {
  const { fetch, send } = start();
  await send();
  expect(await (await fetch('/_emulator/requests')).json()).toMatchObject({
    requests: [{ method: 'POST', status: 200 }],
  });
});

test('the state of a page is saved and restored', async () => {
  const { fetch, send, emulator } = start();
  await send();
  const snapshot = await (await fetch('/_emulator/snapshot')).text();
  emulator.reset();
  await fetch('/_emulator/snapshot', { method: 'PUT', body: snapshot });
  expect(emulator.messages()).toHaveLength(1);
});

test('events of a page are a stream that ends when its reader stops', async () => {
  const { fetch, send } = start();
  const response = await fetch('/_emulator/events');
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  await send();
  let read = '';
  while (!read.includes('event: fact')) read += (await reader.read()).value ?? '';
  expect(read).toContain('"seq":');
  await reader.cancel();
});

test('an address of another service fails as an unreachable host does', async () => {
  const { fetch } = start();
  await expect(fetch('https://other.test/message')).rejects.toThrow('fetch failed');
});
