import type { EditAccountRequest } from '@messaging-service/contract';
import { type AccountOptions, createEmulator } from '@messaging-service/emulator';
import { api, START } from '@messaging-service/test-support';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const LARGEST = Number.MAX_SAFE_INTEGER;
const TOO_MUCH = 'would take the balance beyond 2^53 - 1 credits, now or at a refill';
const schedule = '0 0 * * *';

const emulatorWith = (members: AccountOptions) => createEmulator({ now: START, accounts: [members] });
const refill = (amount: number): EditAccountRequest => ({
  packaged_credits: { schedule_refill_amount: amount, schedule_refill: true },
});

test('a refill amount that would take the balance beyond 2^53 - 1 is refused (CRD-12)', async () => {
  const emulator = emulatorWith({ credits: 1_000 });
  const path = `PATCH /account/${emulator.account.identifier}`;
  expect(await api.refuse(emulator, path, { body: refill(LARGEST - 999) })).toEqual({
    status: 400,
    code: 'invalid_request',
    issues: [{ path: 'packaged_credits.schedule_refill_amount', message: TOO_MUCH }],
  });
});

test('a top-up counts the packaged credits, and those of the next refill (CRD-12)', async () => {
  const emulator = emulatorWith({ packagedCredits: 10, packaged_credits: { schedule_refill_amount: 20 } });
  const body = { accountUuid: emulator.account.identifier, topup: LARGEST - 19 };
  expect(await api.refuse(emulator, 'PATCH /topup', { body })).toEqual({
    status: 400,
    code: 'invalid_request',
    issues: [{ path: 'topup', message: TOO_MUCH }],
  });
  const largest = { ...body, topup: LARGEST - 20 };
  expect((await api.call(emulator, 'PATCH /topup', { body: largest })).status).toBe(200);
});

test('a debt does not raise the limit of a refill, because a reset may end it (CRD-12)', async () => {
  const emulator = emulatorWith({
    credits: -1_000,
    paid_credits: { allow_negative: true, schedule_reset_to_zero: true },
  });
  await api.edit(emulator, { ...refill(LARGEST), schedule });
  expect(await api.account(emulator)).toMatchObject({ credits: -1_000 });
  await emulator.clock.advance('1d');
  expect(await api.account(emulator)).toMatchObject({ credits: LARGEST });
});

test.each([
  [{ credits: LARGEST, packagedCredits: 1 }, TOO_MUCH],
  [{ credits: 1, packaged_credits: { schedule_refill_amount: LARGEST } }, TOO_MUCH],
  [{ credits: -LARGEST }, 'must be at least -1000000000000000'],
])('an account that starts with %j is refused (CRD-12)', (members, message) => {
  expect(() => emulatorWith(members)).toThrow(
    new RegExp(`accounts\\.0\\.credits ${message.replace('^', '\\^')}`),
  );
});

test('every published balance is paid plus packaged minus held, whatever is edited, added or refilled (CRD-12, CRD-1)', async () => {
  const amount = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: LARGEST - 50, max: LARGEST }));
  const step = fc.oneof(
    fc.record({ kind: fc.constant('topup' as const), amount }),
    fc.record({ kind: fc.constant('refill' as const), amount }),
    fc.record({ kind: fc.constant('day' as const), amount }),
  );
  const steps = fc.array(step, { minLength: 3, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -50, max: 50 }), steps, async (credits, several) => {
      const emulator = emulatorWith({ credits, schedule });
      const path = `PATCH /account/${emulator.account.identifier}`;
      for (const { kind, amount } of several) {
        if (kind === 'topup') await api.call(emulator, path, { body: { topup: amount } });
        else if (kind === 'refill') await api.call(emulator, path, { body: refill(amount) });
        else await emulator.clock.advance('1d');
        const {
          credits: balance,
          paid_credits,
          packaged_credits,
          held_credits,
        } = await api.account(emulator);
        const exact =
          BigInt(paid_credits.remaining) + BigInt(packaged_credits.remaining) - BigInt(held_credits);
        expect(BigInt(balance)).toBe(exact);
        expect(Number.isSafeInteger(balance)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});
