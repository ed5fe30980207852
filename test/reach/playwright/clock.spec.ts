import { expect, test } from '@messaging-service/emulator/playwright';

test.use({ emulatorOptions: { clock: 'virtual', now: '2026-01-01T09:00Z' } });

test('the emulator of the worker is reached', async ({ emulator }) => {
  expect((await emulator.messages()).length).toBe(0);
  process.stdout.write(`${(await emulator.clock.now()).toISOString()}\n`);
});
