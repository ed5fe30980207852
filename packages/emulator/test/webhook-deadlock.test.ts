import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmulator, type Duration } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import { freePort } from '@messaging-service/test-support';
import { expect, test, vi } from 'vitest';

/** An emulator whose webhooks a function gets, and a message whose receipt is such a webhook. */
async function receiving(
  receive: (() => Promise<Response>) | undefined,
  callback = 'http://receiver.test/receipts',
  after: Duration = '1m',
) {
  const warnings: string[] = [];
  const emulator = createEmulator({
    carrier: { after },
    webhooks: { fetch: receive, timeout: '100ms' },
    onWarning: (message) => warnings.push(message),
  });
  const { baseUrl, fetch, account } = emulator;
  const { messages } = createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey });
  await messages.sendOne({
    to: '447700900123',
    from: { type: 'custom', value: 'DEMO' },
    body: 'Hello',
    callback,
  });
  return { emulator, warnings };
}

test('a warning names a receiver that awaits an advance before it responds, once (EMU-3)', async () => {
  const { emulator, warnings } = await receiving(async () => {
    await emulator.clock.advance('1s');
    return new Response(null);
  });
  await emulator.clock.advance('1h');
  expect(warnings.filter((text) => text.includes('advance'))).toEqual([
    'The webhook receiver at http://receiver.test has not responded, and an advance was requested meanwhile. If the receiver awaits ' +
      'clock.advance() before it responds, each waits for the other until the attempt ends. Respond first, and move the clock afterwards.',
  ]);
  emulator.close();
});

test('a receiver that cuts the connection while it awaits an advance is named, whoever moved first (EMU-3)', async () => {
  const cutting = () => {
    void emulator.clock.advance('1s').catch(() => undefined);
    return new Promise<Response>((_, reject) => {
      setTimeout(() => reject(new TypeError('fetch failed')), 20);
    });
  };
  const { emulator, warnings } = await receiving(cutting);
  await emulator.clock.advance('1h');
  expect(warnings).toEqual([expect.stringContaining('The webhook receiver at http://receiver.test')]);
  emulator.close();
});

test('a server that cuts the connection while its handler awaits an advance is named (EMU-3)', async () => {
  const server = createServer(({ socket }) => {
    void emulator.clock.advance('1s').catch(() => undefined);
    setTimeout(() => socket.destroy(), 20);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/receipts`;
  const { emulator, warnings } = await receiving(undefined, url, '0s');
  await vi.waitFor(() => expect(emulator.webhooks()[0]?.attempts.length).toBeGreaterThan(0));
  expect(warnings).toEqual([expect.stringContaining(`The webhook receiver at ${new URL(url).origin}`)]);
  emulator.close();
  server.close();
});

test('an address where nothing listens gets no such warning, because nobody waits there (EMU-3)', async () => {
  const url = `http://127.0.0.1:${await freePort()}/receipts`;
  const { emulator, warnings } = await receiving(undefined, url, '0s');
  await emulator.settle();
  expect(emulator.webhooks()[0]?.attempts).toMatchObject([{ error: 'ECONNREFUSED' }]);
  expect(warnings.filter((text) => text.includes('advance'))).toEqual([]);
  emulator.close();
});

test('a receiver that never responds during an advance gets no such warning (EMU-3)', async () => {
  const { emulator, warnings } = await receiving(() => new Promise(() => undefined));
  await emulator.clock.advance('1h');
  expect(warnings).toEqual([]);
  emulator.close();
});
