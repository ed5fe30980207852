import type { Sender } from '@messaging-service/contract';
import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { api, message, numbers, START, test } from '@messaging-service/test-support';
import { describe, expect } from 'vitest';

const shared: Sender = { type: 'shared' };
const POOL = ['447700900981', '447700900982', '447700900983'];
const EXHAUSTED = { status: 409, code: 'shared_sender_unavailable' };

function emulatorWith(sharedSenders: readonly string[], accounts = 4): Emulator {
  const each = { senders: [], credits: 1_000 };
  return createEmulator({
    now: START,
    sharedSenders,
    accounts: Array.from({ length: accounts }, () => each),
  });
}

/** The shared sender ID that an account is given for a number. */
async function assigned(emulator: Emulator, index: number, to = '447700900001'): Promise<string> {
  const { from } = await api.sendOne(
    emulator,
    { to, from: shared },
    { key: emulator.accounts[index]?.apiKey },
  );
  expect(from.type).toBe('shared');
  return from.value;
}

test('the same account and number always get the same one (SND-3)', async () => {
  const emulator = emulatorWith(POOL);
  const first = await assigned(emulator, 0);
  for (let times = 0; times < 20; times++) {
    await emulator.clock.advance('30d');
    expect(await assigned(emulator, 0)).toBe(first);
  }
  expect(await assigned(emulator, 0, '+447700900001')).toBe(first);
});

test('a number gets a random one from the pool, by the seed (SND-4)', async () => {
  const draw = async (seed: number) => {
    const emulator = createEmulator({ now: START, seed });
    const sent = await api.send(
      emulator,
      numbers(200).map((to) => ({ to, from: shared })),
    );
    return sent.map(({ from }) => from.value);
  };
  const drawn = await draw(1);
  expect(new Set(drawn).size).toBe(10);
  expect(await draw(1)).toEqual(drawn);
  expect(await draw(2)).not.toEqual(drawn);
});

test('no other account gets one that is locked to an account and number (SND-5)', async () => {
  const emulator = emulatorWith(POOL);
  const senders = [await assigned(emulator, 0), await assigned(emulator, 1), await assigned(emulator, 2)];
  expect(senders.toSorted()).toEqual(POOL);
});

test('if none is left for a number, the whole request is refused and locks nothing (SND-6)', async () => {
  const emulator = emulatorWith(POOL);
  for (const index of [0, 1, 2]) await assigned(emulator, index);
  const key = emulator.accounts[3]?.apiKey;
  const messages = ['447700900005', '447700900001'].map((to) => message({ to, from: shared }));
  expect(await api.refuse(emulator, 'POST /message', { key, body: { messages } })).toEqual(EXHAUSTED);
  expect(await assigned(emulator, 3, '447700900002')).toBeTypeOf('string');
});

test('the refusal says whether other accounts have all of them, or the pool is empty (SND-6)', async () => {
  const emulator = emulatorWith(['447700900981']);
  await assigned(emulator, 0);
  const body = { messages: [message({ from: shared })] };
  const reason = async (key: string | undefined) =>
    (await api.call(emulator, 'POST /message', { key, body })).body;
  const beginning = 'No shared sender ID is left for 447700900001:';
  expect(await reason(emulator.accounts[1]?.apiKey)).toMatchObject({
    error: { message: `${beginning} each is locked to another account.` },
  });
  emulator.setSharedSenders([]);
  expect(await reason(emulator.account.apiKey)).toMatchObject({
    error: { message: `${beginning} the pool is empty.` },
  });
});

test('one that left the pool is not assigned any more, and keeps its locks when it returns (SND-7)', async () => {
  const emulator = emulatorWith(['447700900981']);
  await assigned(emulator, 0);
  emulator.setSharedSenders(['447700900982']);
  expect(await assigned(emulator, 0)).toBe('447700900982');
  emulator.setSharedSenders(['447700900981', '447700900982']);
  expect(emulator.sharedSenders).toEqual(['447700900981', '447700900982']);
  const body = { messages: [message({ from: shared })] };
  const key = emulator.accounts[1]?.apiKey;
  expect(await api.refuse(emulator, 'POST /message', { key, body })).toEqual(EXHAUSTED);
});

describe('a sender ID that left the pool while it is locked (SND-7)', () => {
  const [sender = ''] = POOL;

  async function locked(): Promise<Emulator> {
    const emulator = emulatorWith([sender]);
    expect(await assigned(emulator, 0)).toBe(sender);
    emulator.setSharedSenders([]);
    return emulator;
  }

  test('is not given to another account: the reply of the locked handset stays with the account it was sent from', async () => {
    const emulator = await locked();
    const before = emulator.snapshot();
    expect(() => emulator.registerSender(emulator.accounts[1]?.identifier ?? '', sender)).toThrow(
      `The sender ID ${sender} left the shared pool and is still locked to another account`,
    );
    expect(emulator.snapshot()).toEqual(before);
    const { account_uuid } = emulator.handset('447700900001').reply('YES');
    expect(account_uuid).toBe(emulator.account.identifier);
  });

  test('does not block a sender ID with a similar name', async () => {
    const emulator = emulatorWith(['LOCAL SHOP']);
    await assigned(emulator, 0);
    emulator.setSharedSenders([]);
    for (const similar of ['SHOP', 'LOCAL', 'A LOCAL SHOP'])
      expect(() => emulator.registerSender(emulator.accounts[1]?.identifier ?? '', similar)).not.toThrow();
  });
});
