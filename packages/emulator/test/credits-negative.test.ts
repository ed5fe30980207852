import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { api, message, START } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

const TOO_FEW = { status: 402, code: 'insufficient_credits' };

function emulatorWith(paid_credits: { allow_negative?: boolean; negative_limit?: number | null }): Emulator {
  return createEmulator({
    now: START,
    accounts: [{ senders: ['DEMO'], credits: 2, packagedCredits: 1, paid_credits }],
  });
}

async function trySend(emulator: Emulator, count: number) {
  const messages = Array.from({ length: count }, () => message());
  return api.refuse(emulator, 'POST /message', { body: { messages } });
}

async function paid(emulator: Emulator): Promise<number> {
  return (await api.account(emulator)).paid_credits.remaining;
}

test('paid credits do not go below zero unless that is allowed (CRD-8)', async () => {
  const emulator = emulatorWith({ negative_limit: 100 });
  expect(await trySend(emulator, 4)).toEqual(TOO_FEW);
  await api.send(emulator, [{}, {}, {}]);
  expect(await trySend(emulator, 1)).toEqual(TOO_FEW);
  expect(await paid(emulator)).toBe(0);
});

test.each([5, -5])(
  'paid credits fall to the negative limit %d and not below it (CRD-8)',
  async (negative_limit) => {
    const emulator = emulatorWith({ allow_negative: true, negative_limit });
    expect(await trySend(emulator, 9)).toEqual(TOO_FEW);
    await api.send(
      emulator,
      Array.from({ length: 8 }, () => ({})),
    );
    expect(await api.account(emulator)).toMatchObject({
      credits: -5,
      paid_credits: { remaining: -5, negative_limit },
      packaged_credits: { remaining: 0 },
    });
    expect(await trySend(emulator, 1)).toEqual(TOO_FEW);
  },
);

test('a limit of null means that there is no limit (CRD-8)', async () => {
  const emulator = emulatorWith({ allow_negative: true, negative_limit: null });
  await api.send(
    emulator,
    Array.from({ length: 500 }, () => ({})),
  );
  expect(await paid(emulator)).toBe(-497);
});
