import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { createMessagingClient } from '@messaging-service/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { createSmsTasks } from './sms-tasks.ts';

const PHONE = '447700900123';

async function open() {
  const emulator = createEmulator();
  const server = await listen(emulator);
  onTestFinished(() => server.close());
  const client = createMessagingClient({ baseUrl: server.url, accountKey: emulator.account.apiKey });
  const from = { type: 'custom', value: 'DEMO' } as const;
  const send = (body: string) => client.messages.sendOne({ to: PHONE, from, body });
  return { emulator, tasks: createSmsTasks(server.url), send };
}

test('a spec reads each code once, and none from before the test', async () => {
  const { tasks, send } = await open();
  await send('code 1111');
  expect(await tasks['sms:begin']()).toBeNull();
  const first = tasks['sms:code']({ to: PHONE });
  await send('code 2222');
  expect(await first).toBe('2222');
  await send('Code: AB-12');
  expect(await tasks['sms:code']({ to: PHONE, pattern: 'Code: (\\S+)' })).toBe('AB-12');
});

test('a spec replies and moves the clock', async () => {
  const { tasks, send, emulator } = await open();
  await send('See you at nine?');
  expect(await tasks['sms:reply']({ from: PHONE, text: 'YES' })).toBeNull();
  const before = emulator.clock.now().getTime();
  expect(await tasks['sms:advance']('10m')).toBeNull();
  expect(emulator.clock.now().getTime()).toBe(before + 600_000);
});
