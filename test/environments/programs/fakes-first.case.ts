import { expect, onTestFinished, test, vi } from 'vitest';

// Before any import of the emulator, as in a setup file.
vi.useFakeTimers();

const { createEmulator } = await import('@messaging-service/emulator');

const message = { to: '447700900123', from: { type: 'custom', value: 'DEMO' }, body: 'Hello' };

function send({ baseUrl, fetch, account }: ReturnType<typeof createEmulator>, more: object = {}) {
  const body = JSON.stringify({ messages: [{ ...message, ...more }] });
  return fetch(`${baseUrl}/message?key=${account.apiKey}`, { method: 'POST', body });
}

test('a wait times out in real time, although timers were replaced before the import (EMU-9)', async () => {
  const emulator = createEmulator();
  await expect(emulator.waitForMessage({ timeout: 10 })).rejects.toThrow('within 10 ms');
});

test('a fault delays a call in real time, although timers were replaced before the import (EMU-6)', async () => {
  const emulator = createEmulator();
  emulator.addFault({ delay: 10 });
  expect((await send(emulator)).status).toBe(200);
});

test('an attempt at a webhook times out, although timers were replaced before the import (WHK-4)', async () => {
  const hangs = () => new Promise<Response>(() => undefined);
  const emulator = createEmulator({ webhooks: { timeout: 10, fetch: hangs } });
  onTestFinished(() => emulator.close());
  await send(emulator, { callback: 'https://shop.test/receipts' });
  await emulator.clock.settle();
  expect(emulator.webhooks()).toMatchObject([{ attempts: [{ error: 'no response within 10 ms' }] }]);
});
