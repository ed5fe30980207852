import { createEmulator } from '@messaging-service/emulator';
import { api, later, MINUTE, START, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

test('a reset that repeats identifiers brings back everything: state, clock, seed and carrier (EMU-8)', async ({
  emulator,
}) => {
  const before = JSON.stringify(emulator.snapshot());
  await api.edit(emulator, { schedule: '* * * * *', paid_credits: { schedule_reset_to_zero: true } });
  await api.createAccount(emulator);
  emulator.createOrganization();
  emulator.registerSender(emulator.account.identifier, 'LATE');
  emulator.setSharedSenders([]);
  emulator.setCarrier({ outcome: 'fail' });
  await api.sendBatch(emulator, { at: later(10 * MINUTE), callback: 'https://shop.example/' });
  await emulator.clock.advance('5m');
  emulator.reset({ ids: 'repeat' });
  expect(JSON.stringify(emulator.snapshot())).toBe(before);
});

test('faults are removed (EMU-8)', async ({ emulator }) => {
  emulator.addFault({ status: 503, times: 100 });
  emulator.reset();
  await api.sendOne(emulator);
});

test('a reset in the middle of an advance ends it, and those that wait: time stays where it began (EMU-8)', async () => {
  let attempts = 0;
  const emulator = createEmulator({
    now: START,
    webhooks: {
      fetch: () => {
        if (++attempts === 2) emulator.reset();
        return Promise.resolve(new Response(null, { status: 500 }));
      },
    },
  });
  await api.sendOne(emulator, { callback: 'https://shop.example/' });
  const moves = [emulator.clock.advance('1h'), emulator.clock.advance('1d'), emulator.clock.next()];
  expect((await Promise.all(moves)).map(({ now }) => now.toISOString())).toEqual([START, START, START]);
  expect(emulator.clock.now().toISOString()).toBe(START);
  expect((await emulator.clock.advance('1m')).now.toISOString()).toBe(later(MINUTE));
  expect(attempts).toBe(2);
  expect(emulator.messages()).toEqual([]);
  expect(emulator.webhooks()).toEqual([]);
});
