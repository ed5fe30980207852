import { createEmulator } from '@messaging-service/emulator';
import {
  account,
  accounts,
  createAccount,
  edit,
  later,
  MINUTE,
  pending,
  START,
  sendBatch,
  sendOne,
  test,
} from '@messaging-service/test-support';
import { expect } from 'vitest';

test('a reset that repeats identifiers brings back everything: state, clock, seed and carrier (EMU-8)', async ({
  emulator,
}) => {
  const before = JSON.stringify(emulator.snapshot());
  await edit(emulator, { schedule: '* * * * *', paid_credits: { schedule_reset_to_zero: true } });
  await createAccount(emulator);
  emulator.createOrganization();
  emulator.registerSender(emulator.account.identifier, 'LATE');
  emulator.setSharedSenders([]);
  emulator.setCarrier({ outcome: 'fail' });
  await sendBatch(emulator, { at: later(10 * MINUTE), callback: 'https://shop.example/' });
  await emulator.clock.advance('5m');
  emulator.reset({ ids: 'repeat' });
  expect(JSON.stringify(emulator.snapshot())).toBe(before);
});

test('keys and identifiers stay the same, so that existing clients still work (EMU-8)', async () => {
  const emulator = createEmulator({ now: START, accounts: [{}, { senders: ['B'], credits: 5 }] });
  const { organization, accounts: before } = emulator;
  emulator.reset();
  expect(emulator.organization).toEqual(organization);
  expect(emulator.accounts).toEqual(before);
  await sendOne(emulator, { from: { type: 'custom', value: 'B' } }, { key: before[1]?.apiKey });
});

test('planned work is removed and does not happen later (EMU-8)', async ({ emulator }) => {
  await sendOne(emulator, { send_at: later(10 * MINUTE) });
  await edit(emulator, { schedule: '* * * * *', paid_credits: { schedule_reset_to_zero: true } });
  emulator.reset();
  expect((await emulator.clock.advance('1d')).ran).toBe(0);
  expect(await pending(emulator)).toEqual([]);
  expect(await account(emulator)).toMatchObject({ credits: 1_000, schedule: null });
});

test('accounts that were created later no longer exist, nor do their keys (EMU-8)', async ({ emulator }) => {
  const { apiKey } = await createAccount(emulator);
  emulator.reset();
  expect(await accounts(emulator)).toHaveLength(1);
  expect((await emulator.fetch(`${emulator.baseUrl}/batch?key=${apiKey}`)).status).toBe(400);
});

test('faults are removed (EMU-8)', async ({ emulator }) => {
  emulator.addFault({ status: 503, times: 100 });
  emulator.reset();
  await sendOne(emulator);
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
  await sendOne(emulator, { callback: 'https://shop.example/' });
  const moves = [emulator.clock.advance('1h'), emulator.clock.advance('1d'), emulator.clock.next()];
  expect((await Promise.all(moves)).map(({ now }) => now.toISOString())).toEqual([START, START, START]);
  expect(emulator.clock.now().toISOString()).toBe(START);
  expect((await emulator.clock.advance('1m')).now.toISOString()).toBe(later(MINUTE));
  expect(attempts).toBe(2);
  expect(emulator.messages()).toEqual([]);
  expect(emulator.webhooks()).toEqual([]);
});
