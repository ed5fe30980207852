import { createEmulator } from '@messaging-service/emulator';
import { api, later, MINUTE, START, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

const UNKNOWN = '11111111-2222-3333-4444-555555555555';
const NOT_FOUND = { status: 404, code: 'account_not_found' };
const SUCCESS = { status: 200, body: { status: 'success' } };

test('the response to a new account has its UUID and its key of 32 hexadecimal characters (ACC-3, KEY-4)', async ({
  emulator,
}) => {
  expect(await api.call(emulator, 'POST /account', { body: { name: 'Branch 7' } })).toEqual({
    status: 200,
    body: {
      identifier: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string,
      apiKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    },
  });
});

test('it begins without credits, schedule or webhook, under its name (ACC-1, ACC-3, ACC-5)', async ({
  emulator,
}) => {
  const { identifier } = await api.createAccount(emulator, 'Größe & Co. “№ 7”');
  expect(await api.account(emulator, identifier)).toEqual({
    identifier,
    name: 'Größe & Co. “№ 7”',
    credits: 0,
    held_credits: 0,
    paid_credits: {
      remaining: 0,
      allow_negative: false,
      negative_limit: null,
      schedule_reset_to_zero: false,
    },
    packaged_credits: {
      remaining: 0,
      schedule_refill_amount: 0,
      schedule_refill: false,
      schedule_reset_to_zero: false,
    },
    mo: { mo_webhook_url: '' },
    schedule: null,
    deleted: false,
  });
});

test('accounts of one name are different accounts, each with its key (ACC-3)', async ({ emulator }) => {
  const created = [await api.createAccount(emulator, 'Twin'), await api.createAccount(emulator, 'Twin')];
  expect(new Set(created.map(({ identifier }) => identifier)).size).toBe(2);
  expect(new Set(created.map(({ apiKey }) => apiKey)).size).toBe(2);
  expect((await api.accounts(emulator)).filter(({ name }) => name === 'Twin')).toHaveLength(2);
});

test('the key is shown once, at creation: no list repeats it (KEY-5)', async ({ emulator }) => {
  const { apiKey } = await api.createAccount(emulator);
  const { body } = await api.call(emulator, 'GET /account');
  expect(JSON.stringify(body)).not.toContain(apiKey);
  expect(JSON.stringify(body)).not.toContain('apiKey');
});

test('an edit returns success and changes any combination of members (ACC-4)', async ({ emulator }) => {
  const body = {
    paid_credits: { allow_negative: true, negative_limit: 50, schedule_reset_to_zero: true },
    packaged_credits: { schedule_refill_amount: 200, schedule_refill: true },
    mo: { mo_webhook_url: 'https://shop.example/mo', mo_webhook_secret: 'secret' },
    schedule: '0 0 1 * *',
  };
  const path = `PATCH /account/${emulator.account.identifier}`;
  expect(await api.call(emulator, path, { body })).toEqual(SUCCESS);
  expect(await api.account(emulator)).toMatchObject({
    paid_credits: { remaining: 1_000, ...body.paid_credits },
    packaged_credits: { remaining: 0, ...body.packaged_credits },
    mo: { mo_webhook_url: 'https://shop.example/mo' },
    schedule: '0 0 1 * *',
  });
});

test('members that are left out do not change, and an empty edit changes nothing (ACC-4)', async ({
  emulator,
}) => {
  await api.edit(emulator, { schedule: '0 0 1 * *', mo: { mo_webhook_url: 'https://shop.example/mo' } });
  const before = await api.account(emulator);
  const path = `PATCH /account/${emulator.account.identifier}`;
  for (const body of [{}, { mo: {} }, { paid_credits: {}, packaged_credits: {} }])
    expect(await api.call(emulator, path, { body })).toEqual(SUCCESS);
  expect(await api.account(emulator)).toEqual(before);
});

test('an identifier in a path may be escaped (API-2)', async ({ emulator }) => {
  const escaped = emulator.account.identifier.replaceAll('-', '%2D');
  expect(await api.call(emulator, `PATCH /account/${escaped}`, { body: {} })).toEqual(SUCCESS);
});

test('an invalid account UUID is 400, an unknown account 404 (ERR-3)', async ({ emulator }) => {
  for (const uuid of ['me', '1', `${UNKNOWN}0`]) {
    const refusal = await api.refuse(emulator, `PATCH /account/${uuid}`, { body: {} });
    const issues = [{ path: 'accountUuid' }];
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_request', issues });
    expect(await api.refuse(emulator, `DELETE /account/${uuid}`)).toMatchObject({ status: 400 });
  }
  expect(await api.refuse(emulator, `PATCH /account/${UNKNOWN}`, { body: {} })).toEqual(NOT_FOUND);
  expect(await api.refuse(emulator, `DELETE /account/${UNKNOWN}`)).toEqual(NOT_FOUND);
});

test('a deleted account is listed as deleted, its key no longer works, it sends no more (ACC-10, ACC-2, KEY-6)', async ({
  emulator,
}) => {
  const { identifier, apiKey } = emulator.account;
  expect(await api.call(emulator, `DELETE /account/${identifier}`)).toEqual(SUCCESS);
  expect(await api.accounts(emulator)).toMatchObject([{ identifier, deleted: true }]);
  for (const operation of ['GET /batch', 'GET /dr-responses']) {
    const refusal = { status: 400, code: 'invalid_key' };
    expect(await api.refuse(emulator, operation, { key: apiKey })).toEqual(refusal);
  }
  const refusal = await api.refuseMessages(emulator, [{}], { key: apiKey });
  expect(refusal).toMatchObject({ code: 'invalid_key' });
});

test('a deleted account can neither be edited nor deleted again (ERR-3)', async ({ emulator }) => {
  const { identifier } = emulator.account;
  await api.call(emulator, `DELETE /account/${identifier}`);
  expect(await api.refuse(emulator, `PATCH /account/${identifier}`, { body: {} })).toEqual(NOT_FOUND);
  expect(await api.refuse(emulator, `DELETE /account/${identifier}`)).toEqual(NOT_FOUND);
});

test('scheduled messages of a deleted account are cancelled, and its held credits are freed (ACC-11)', async ({
  emulator,
}) => {
  await api.sendBatch(emulator, { at: later(10 * MINUTE) });
  await api.sendOne(emulator, { send_at: later(20 * MINUTE) });
  await api.call(emulator, `DELETE /account/${emulator.account.identifier}`);
  expect(await api.account(emulator)).toMatchObject({ credits: 1_000, held_credits: 0, deleted: true });
  await emulator.clock.advance('1d');
  expect(emulator.messages()).toEqual([]);
});

test('the sender IDs of a deleted account cannot be used by others, and messages to them are not delivered to any account (ACC-11)', async () => {
  const emulator = createEmulator({ now: START, accounts: [{ senders: ['SHOP'] }, {}] });
  const [deleted, other] = emulator.accounts;
  await api.call(emulator, `DELETE /account/${deleted?.identifier}`);
  expect(() => emulator.registerSender(other?.identifier ?? '', 'SHOP')).toThrow('Another account owns');
  expect(() => emulator.handset('447700900123').reply('x', { to: 'SHOP' })).toThrow('No account');
});

test('sent messages of a deleted account still get their results (ACC-11)', async ({ emulator }) => {
  emulator.setCarrier({ after: '5s' });
  await api.sendOne(emulator, { callback: 'https://shop.example/receipts' });
  await api.call(emulator, `DELETE /account/${emulator.account.identifier}`);
  await emulator.clock.advance('5s');
  expect(emulator.webhooks()).toMatchObject([{ state: 'succeeded' }]);
});

test('identifiers are the same in upper and lower case (API-14)', async ({ emulator }) => {
  const upper = emulator.account.identifier.toUpperCase();
  await api.succeed(emulator, `PATCH /account/${upper}`, { body: {} });
  await api.succeed(emulator, 'PATCH /topup', { body: { accountUuid: upper, topup: 1 } });
});
