import { createEmulator, type Emulator } from '@messaging-service/emulator';
import {
  batch,
  call,
  createAccount,
  edit,
  later,
  MINUTE,
  message,
  refuse,
  START,
  sendBatch,
  test,
} from '@messaging-service/test-support';
import { expect } from 'vitest';

const INVALID_KEY = { status: 400, code: 'invalid_key' };
const UUID = '11111111-2222-3333-4444-555555555555';

const ACCOUNT_OPERATIONS = [
  ['POST /message', { messages: [message()] }],
  ['POST /batch', batch()],
  ['GET /batch', undefined],
  [`GET /batch/${UUID}`, undefined],
  [`DELETE /batch/${UUID}`, undefined],
] as const;

const ORGANIZATION_OPERATIONS = [
  ['GET /account', undefined],
  ['POST /account', { name: 'Branch' }],
  [`PATCH /account/${UUID}`, { schedule: null }],
  [`PATCH /account/${UUID}`, { topup: 1 }],
  [`DELETE /account/${UUID}`, undefined],
  ['PATCH /topup', { accountUuid: UUID, topup: 1 }],
] as const;

function wrongKeys({ account, organization }: Emulator, right: 'account' | 'organization') {
  return [
    null,
    '',
    'f'.repeat(32),
    'not a key',
    '__proto__',
    right === 'account' ? organization.apiKey : account.apiKey,
    (right === 'account' ? account.apiKey : organization.apiKey).toUpperCase(),
    `${right === 'account' ? account.apiKey : organization.apiKey} `,
  ];
}

test.each(ACCOUNT_OPERATIONS)(
  '%s takes an account key and nothing else (KEY-2, KEY-6)',
  async (operation, body) => {
    const emulator = createEmulator({ now: START });
    const before = emulator.snapshot();
    for (const key of wrongKeys(emulator, 'account')) {
      expect(await refuse(emulator, operation, { key, body })).toEqual(INVALID_KEY);
    }
    expect(emulator.snapshot()).toEqual(before);
    expect((await call(emulator, operation, { key: emulator.account.apiKey, body })).status).not.toBe(400);
  },
);

test.each(ORGANIZATION_OPERATIONS)(
  '%s with %j takes an organization key and nothing else (KEY-3, KEY-6)',
  async (operation, body) => {
    const emulator = createEmulator({ now: START });
    const before = emulator.snapshot();
    for (const key of wrongKeys(emulator, 'organization')) {
      expect(await refuse(emulator, operation, { key, body })).toEqual(INVALID_KEY);
    }
    expect(emulator.snapshot()).toEqual(before);
    expect((await call(emulator, operation, { key: emulator.organization.apiKey, body })).status).not.toBe(
      400,
    );
  },
);

test('each message is sent via the account its key identifies (KEY-2)', async () => {
  const emulator = createEmulator({
    now: START,
    accounts: [
      { senders: ['A'], credits: 5 },
      { senders: ['B'], credits: 5 },
    ],
  });
  for (const [index, sender] of ['A', 'B'].entries()) {
    await sendBatch(emulator, { from: sender }, { key: emulator.accounts[index]?.apiKey });
  }
  expect(emulator.messages().map(({ accountUuid, from }) => [accountUuid, from])).toEqual(
    ['A', 'A', 'B', 'B'].map((sender, index) => [emulator.accounts[index >> 1]?.identifier, sender]),
  );
});

test('the key may be percent-encoded like any query parameter (KEY-1)', async ({ emulator }) => {
  const key = emulator.account.apiKey
    .split('')
    .map((digit) => `%${digit.charCodeAt(0).toString(16)}`)
    .join('');
  expect((await emulator.fetch(`${emulator.baseUrl}/batch?key=${key}`)).status).toBe(200);
});

test('a key given twice is refused, because it is unclear which one counts (API-6)', async ({ emulator }) => {
  const { apiKey } = emulator.account;
  const answer = await emulator.fetch(`${emulator.baseUrl}/batch?key=${apiKey}&key=${apiKey}`);
  expect(answer.status).toBe(400);
  expect(await answer.text()).not.toContain(apiKey);
});

test('a key in a header does not count (KEY-1)', async ({ emulator }) => {
  const headers = { authorization: `Bearer ${emulator.account.apiKey}`, key: emulator.account.apiKey };
  expect((await emulator.fetch(`${emulator.baseUrl}/batch`, { headers })).status).toBe(400);
});

test('no refusal repeats an API key (ERR-4)', async ({ emulator }) => {
  const { apiKey } = emulator.account;
  const operations = [
    'GET /account',
    'POST /message',
    'GET /nowhere',
    'PUT /message',
    'GET /batch/x',
    'POST /account',
  ];
  for (const operation of operations) {
    const { status, body } = await call(emulator, operation, {
      key: apiKey,
      ...(operation.startsWith('POST') && { text: '{' }),
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(body)).not.toContain(apiKey);
  }
});

test('the keys of a default emulator are fixed, so that a configuration can contain them (EMU-15)', () => {
  const [one, two] = [createEmulator(), createEmulator({ seed: 77 })];
  expect(one.account.apiKey).toBe(two.account.apiKey);
  expect(one.organization.apiKey).toBe(two.organization.apiKey);
  for (const { apiKey } of [one.account, one.organization]) expect(apiKey).toMatch(/^[0-9a-f]{32}$/);
});

test('keys and identifiers can be configured (EMU-15)', async () => {
  const key = '0123456789abcdef0123456789abcdef';
  const emulator = createEmulator({
    organization: { identifier: UUID, apiKey: 'a'.repeat(32), name: 'Mine' },
    accounts: [{ identifier: UUID, apiKey: key, name: 'First' }, {}],
  });
  expect(emulator.organization).toEqual({ identifier: UUID, apiKey: 'a'.repeat(32) });
  expect(emulator.account).toEqual({ identifier: UUID, apiKey: key, senders: [] });
  expect((await call(emulator, 'GET /batch', { key })).status).toBe(200);
  expect((await call(emulator, 'GET /batch', { key: emulator.accounts[1]?.apiKey })).status).toBe(200);
});

test('all keys are different (KEY-4)', async () => {
  const emulator = createEmulator({ accounts: [{}, {}, {}] });
  const keys = [emulator.organization.apiKey, ...emulator.accounts.map(({ apiKey }) => apiKey)];
  for (let count = 0; count < 20; count++) keys.push((await createAccount(emulator)).apiKey);
  for (let count = 0; count < 5; count++) keys.push(emulator.createOrganization().apiKey);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a key works unchanged until its account is deactivated (KEY-8)', async ({ emulator }) => {
  const { identifier, apiKey: key } = await createAccount(emulator);
  const opened = await call(emulator, 'GET /batch', { key });
  await edit(emulator, { schedule: '0 0 * * *', mo: { mo_webhook_secret: 'secret' } }, identifier);
  await call(emulator, 'PATCH /topup', { body: { accountUuid: identifier, topup: 5 } });
  await emulator.clock.advance('400d');
  expect(await call(emulator, 'GET /batch', { key })).toEqual(opened);
  expect(opened.status).toBe(200);
  await call(emulator, `DELETE /account/${identifier}`);
  expect(await refuse(emulator, 'GET /batch', { key })).toEqual(INVALID_KEY);
});

test('a scheduled batch is sent although the key was never used again (SCH-4)', async ({ emulator }) => {
  await sendBatch(emulator, { at: later(10 * MINUTE) });
  await emulator.clock.advance(10 * MINUTE);
  expect(emulator.messages({ state: 'delivered' })).toHaveLength(2);
});
