import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import { expect, test } from 'vitest';

/** An emulator whose webhooks a function gets, and a message whose receipt is such a webhook. */
async function receiving(receive: () => Promise<Response>) {
  const warnings: string[] = [];
  const emulator = createEmulator({
    carrier: { after: '1m' },
    webhooks: { fetch: receive, timeout: '100ms' },
    onWarning: (message) => warnings.push(message),
  });
  const { baseUrl, fetch, account } = emulator;
  const { messages } = createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey });
  await messages.sendOne({
    to: '447700900123',
    from: { type: 'custom', value: 'DEMO' },
    body: 'Hello',
    callback: 'http://receiver.test/receipts',
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

test('a receiver that never responds during an advance gets no such warning (EMU-3)', async () => {
  const { emulator, warnings } = await receiving(() => new Promise(() => undefined));
  await emulator.clock.advance('1h');
  expect(warnings).toEqual([]);
  emulator.close();
});
