import { deepEqual, equal } from 'node:assert/strict';
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  type MessageView,
} from '@messaging-service/emulator';

const options: EmulatorOptions = {
  now: '2026-01-01T09:00Z',
  carrier: { rules: [{ to: '4477009001*', outcome: 'deliver' }] },
};

async function main(): Promise<void> {
  const emulator: Emulator = createEmulator(options);
  const url = `${emulator.baseUrl}/message?key=${emulator.account.apiKey}`;
  const message = {
    to: '447700900123',
    from: { type: 'custom', value: 'DEMO' },
    body: 'Your code is 482913',
  };
  equal(
    (await emulator.fetch(url, { method: 'POST', body: JSON.stringify({ messages: [message] }) })).ok,
    true,
  );
  const { match } = await emulator.waitForMessage({ match: /code is (\d{6})/ });
  equal(match?.[1], '482913');
  const states: MessageView['state'][] = emulator.messages().map(({ state }) => state);
  deepEqual(states, ['delivered']);
  emulator.restore(emulator.snapshot());
  equal(emulator.handlers.length > 0, true);
  emulator.close();
}

void main();
