import { createEmulator } from '@messaging-service/emulator';
import { api, START, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

const UNKNOWN = '11111111-2222-3333-4444-555555555555';
const NOT_FOUND = { status: 404, code: 'account_not_found' };

test('a top-up adds paid credits and returns an empty object (ACC-8, CRD-9)', async ({ emulator }) => {
  const body = { accountUuid: emulator.account.identifier, topup: 400 };
  expect(await api.call(emulator, 'PATCH /topup', { body })).toEqual({ status: 200, body: {} });
  const credits = { paid_credits: { remaining: 1_400 }, packaged_credits: { remaining: 0 } };
  expect(await api.account(emulator)).toMatchObject({ credits: 1_400, ...credits });
});

test('the account path tops up, too (ACC-9)', async ({ emulator }) => {
  const path = `PATCH /account/${emulator.account.identifier}`;
  expect(await api.succeed(emulator, path, { body: { topup: 400 } })).toEqual({ status: 'success' });
  expect((await api.account(emulator)).credits).toBe(1_400);
});

test.each(['refuse', 'ignore'] as const)(
  'a body that tops up and edits in one is refused, if unknown fields are to %s (ACC-9)',
  async (unknownFields) => {
    const emulator = createEmulator({ now: START, unknownFields });
    const body = { topup: 400, schedule: '0 0 * * *' };
    expect(await api.refuse(emulator, `PATCH /account/${emulator.account.identifier}`, { body })).toEqual({
      status: 400,
      code: 'invalid_request',
      issues: [
        {
          path: 'schedule',
          message: 'must not be together with topup: edit the account in a separate request',
        },
      ],
    });
    expect(await api.account(emulator)).toMatchObject({ credits: 1_000, schedule: null });
  },
);

test('a top-up is taken from the credits of the organization, and is refused with 402 if they are too few (CRD-9, ERR-3)', async () => {
  const emulator = createEmulator({ now: START, organization: { credits: 100 } });
  const accountUuid = emulator.account.identifier;
  await api.succeed(emulator, 'PATCH /topup', { body: { accountUuid, topup: 60 } });
  for (const topup of [41, 1_000_000]) {
    const refusal = { status: 402, code: 'insufficient_credits' };
    expect(await api.refuse(emulator, 'PATCH /topup', { body: { accountUuid, topup } })).toEqual(refusal);
    expect(await api.refuse(emulator, `PATCH /account/${accountUuid}`, { body: { topup } })).toEqual(refusal);
  }
  await api.succeed(emulator, `PATCH /account/${accountUuid}`, { body: { topup: 40 } });
  expect((await api.account(emulator)).credits).toBe(1_100);
});

test('an invalid account UUID is 400, an unknown, foreign or deleted account 404 (ERR-3)', async ({
  emulator,
}) => {
  const foreign = emulator.createOrganization();
  const { identifier: foreignAccount } = await api.createAccount(emulator, 'Foreign', foreign.apiKey);
  const { identifier: deleted } = await api.createAccount(emulator, 'Deleted');
  await api.call(emulator, `DELETE /account/${deleted}`);
  const issues = [{ path: 'accountUuid' }];
  for (const accountUuid of ['', 'me', 7, undefined]) {
    const body = { accountUuid, topup: 1 };
    expect(await api.refuse(emulator, 'PATCH /topup', { body })).toMatchObject({ status: 400, issues });
  }
  const refusal = await api.refuse(emulator, 'PATCH /account/me', { body: { topup: 1 } });
  expect(refusal).toMatchObject({ status: 400, code: 'invalid_request' });
  for (const accountUuid of [UNKNOWN, foreignAccount, deleted]) {
    const body = { accountUuid, topup: 1 };
    expect(await api.refuse(emulator, 'PATCH /topup', { body })).toEqual(NOT_FOUND);
    const path = `PATCH /account/${accountUuid}`;
    expect(await api.refuse(emulator, path, { body: { topup: 1 } })).toEqual(NOT_FOUND);
  }
});
