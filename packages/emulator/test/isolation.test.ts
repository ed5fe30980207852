import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { api, later, MINUTE, message, START, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

const NOT_FOUND = { status: 404, code: 'batch_not_found' };
const NO_ACCOUNT = { status: 404, code: 'account_not_found' };

/** Two accounts of one organization, and their keys. */
function twoAccounts(): { emulator: Emulator; mine: string; theirs: string } {
  const emulator = createEmulator({
    now: START,
    accounts: [
      { senders: ['MINE'], credits: 100 },
      { senders: ['THEIRS'], credits: 100 },
    ],
  });
  const [mine, theirs] = emulator.accounts;
  return { emulator, mine: mine?.apiKey ?? '', theirs: theirs?.apiKey ?? '' };
}

test('an account sees the receipts of its own batches only (KEY-7)', async () => {
  const { emulator, mine, theirs } = twoAccounts();
  const uuid = await api.sendBatch(emulator, { from: 'MINE' }, { key: mine });
  expect((await api.call(emulator, `GET /batch/${uuid}`, { key: mine })).status).toBe(200);
  expect(await api.refuse(emulator, `GET /batch/${uuid}`, { key: theirs })).toEqual(NOT_FOUND);
});

test("an account cannot cancel another's batch, which looks to it as if it did not exist (KEY-7)", async () => {
  const { emulator, mine, theirs } = twoAccounts();
  const uuid = await api.sendBatch(emulator, { from: 'MINE', at: later(10 * MINUTE) }, { key: mine });
  const before = emulator.snapshot();
  const unknown = '11111111-2222-3333-4444-555555555555';
  const foreign = await api.call(emulator, `DELETE /batch/${uuid}`, { key: theirs });
  const missing = await api.call(emulator, `DELETE /batch/${unknown}`, { key: theirs });
  expect(JSON.stringify(foreign).replace(uuid, '')).toBe(JSON.stringify(missing).replace(unknown, ''));
  expect(emulator.snapshot()).toEqual(before);
});

test('an organization lists its own accounts only (KEY-7)', async ({ emulator }) => {
  const other = emulator.createOrganization({ name: 'Other' });
  const { identifier } = await api.createAccount(emulator, 'Theirs', other.apiKey);
  expect((await api.accounts(emulator, other.apiKey)).map((listed) => listed.identifier)).toEqual([
    identifier,
  ]);
  expect((await api.accounts(emulator)).map(({ name }) => name)).toEqual(['Demo account']);
});

test("an organization cannot edit, top up or delete another's account (KEY-7)", async ({ emulator }) => {
  const { apiKey: key } = emulator.createOrganization({ name: 'Other' });
  const { identifier } = emulator.account;
  for (const body of [{ schedule: '0 0 * * *' }, { topup: 5 }])
    expect(await api.refuse(emulator, `PATCH /account/${identifier}`, { key, body })).toEqual(NO_ACCOUNT);
  const topUp = { accountUuid: identifier, topup: 5 };
  expect(await api.refuse(emulator, 'PATCH /topup', { key, body: topUp })).toEqual(NO_ACCOUNT);
  expect(await api.refuse(emulator, `DELETE /account/${identifier}`, { key })).toEqual(NO_ACCOUNT);
});

test('a refusal does not reveal anything about other accounts (KEY-7)', async () => {
  const { emulator, mine, theirs } = twoAccounts();
  const id = '00000000-aaaa-bbbb-cccc-000000000001';
  await api.sendOne(
    emulator,
    { id, body: 'secret text', from: { type: 'custom', value: 'MINE' } },
    { key: mine },
  );
  const messages = [message({ id, from: { type: 'custom', value: 'THEIRS' } })];
  const { body } = await api.call(emulator, 'POST /message', { key: theirs, body: { messages } });
  expect(JSON.stringify(body)).not.toMatch(
    new RegExp(`secret text|MINE|${emulator.accounts[0]?.identifier ?? ''}`),
  );
});
