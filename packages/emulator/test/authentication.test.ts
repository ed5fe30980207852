import { createEmulator } from '@messaging-service/emulator';
import { api, batch, message, START, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

const INVALID_KEY = { status: 400, code: 'invalid_key' };
const UUID = '11111111-2222-3333-4444-555555555555';

/** Each operation with a valid body, and the kind of key that it takes. */
const OPERATIONS: readonly [kind: 'account' | 'organization', operation: string, body?: object][] = [
  ['account', 'POST /message', { messages: [message()] }],
  ['account', 'POST /batch', batch()],
  ['account', 'GET /batch'],
  ['account', `GET /batch/${UUID}`],
  ['account', `DELETE /batch/${UUID}`],
  ['organization', 'GET /account'],
  ['organization', 'POST /account', { name: 'Branch' }],
  ['organization', `PATCH /account/${UUID}`, { schedule: null }],
  ['organization', `PATCH /account/${UUID}`, { topup: 1 }],
  ['organization', `DELETE /account/${UUID}`],
  ['organization', 'PATCH /topup', { accountUuid: UUID, topup: 1 }],
];

test.each(OPERATIONS)(
  'only the key of an %s is accepted by %s %j (KEY-2, KEY-3, KEY-6)',
  async (kind, operation, body) => {
    const emulator = createEmulator({ now: START });
    const { apiKey: right } = emulator[kind];
    const { apiKey: other } = emulator[kind === 'account' ? 'organization' : 'account'];
    const wrong = [
      null,
      '',
      'f'.repeat(32),
      'not a key',
      '__proto__',
      other,
      right.toUpperCase(),
      `${right} `,
    ];
    for (const key of wrong)
      expect(await api.refuse(emulator, operation, { key, body })).toEqual(INVALID_KEY);
    expect((await api.call(emulator, operation, { key: right, body })).status).not.toBe(400);
  },
);

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
    const { status, body } = await api.call(emulator, operation, {
      key: apiKey,
      ...(operation.startsWith('POST') && { text: '{' }),
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(body)).not.toContain(apiKey);
  }
});

test('a key in the wrong place of a request is not repeated either (ERR-4)', async ({ emulator }) => {
  const { apiKey } = emulator.account;
  const calls: [string, api.CallOptions?][] = [
    [`GET /${apiKey}`],
    ['POST /message', { body: { messages: [message({ from: { type: 'custom', value: apiKey } })] } }],
    ['POST /batch', { body: { ...batch(), [apiKey]: 1 } }],
    ['GET /batch', { query: { [apiKey]: '' } }],
  ];
  for (const [operation, options] of calls) {
    const { status, body } = await api.call(emulator, operation, options);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(body)).toContain(`****${apiKey.slice(-4)}`);
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
  expect((await api.call(emulator, 'GET /batch', { key })).status).toBe(200);
  expect((await api.call(emulator, 'GET /batch', { key: emulator.accounts[1]?.apiKey })).status).toBe(200);
});

test('all keys are different (KEY-4)', async () => {
  const emulator = createEmulator({ accounts: [{}, {}, {}] });
  const keys = [emulator.organization.apiKey, ...emulator.accounts.map(({ apiKey }) => apiKey)];
  for (let count = 0; count < 20; count++) keys.push((await api.createAccount(emulator)).apiKey);
  for (let count = 0; count < 5; count++) keys.push(emulator.createOrganization().apiKey);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a key works unchanged until its account is deactivated (KEY-8)', async ({ emulator }) => {
  const { identifier, apiKey: key } = await api.createAccount(emulator);
  const opened = await api.call(emulator, 'GET /batch', { key });
  await api.edit(emulator, { schedule: '0 0 * * *', mo: { mo_webhook_secret: 'secret' } }, identifier);
  await api.call(emulator, 'PATCH /topup', { body: { accountUuid: identifier, topup: 5 } });
  await emulator.clock.advance('400d');
  expect(await api.call(emulator, 'GET /batch', { key })).toEqual(opened);
  expect(opened.status).toBe(200);
  await api.call(emulator, `DELETE /account/${identifier}`);
  expect(await api.refuse(emulator, 'GET /batch', { key })).toEqual(INVALID_KEY);
});
