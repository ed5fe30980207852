// Runs inside Vitest, because fixtures cannot be created outside it.
import { createEmulator } from '@messaging-service/emulator';
import { createEmulatorTest, test } from '@messaging-service/emulator/vitest';
import { setupServer } from 'msw/node';
import { expect } from 'vitest';

test('the fixture provides an emulator that the global fetch reaches, and its matchers', async ({
  emulator,
}) => {
  const message = {
    to: '447700900123',
    from: { type: 'custom', value: 'DEMO' },
    body: 'Your table is ready',
  };
  const url = `${emulator.baseUrl}/message?key=${emulator.account.apiKey}`;
  await fetch(url, { method: 'POST', body: JSON.stringify({ messages: [message] }) });
  expect(emulator).toHaveSentMessage({ to: '447700900123', body: /ready/, state: 'delivered' });
});

const later = createEmulatorTest({ now: '2026-01-01T09:00Z', intercept: false });

later('options make it what the test needs', ({ emulator, server }) => {
  expect(emulator.clock.now().toISOString()).toBe('2026-01-01T09:00:00.000Z');
  expect(server).toBeUndefined();
});

later("MSW takes the emulator's handlers", () => {
  expect(setupServer(...createEmulator().handlers).listHandlers()).not.toEqual([]);
});
