import { createEmulator, type EmulatorOptions } from '@messaging-service/emulator';
import { api, START, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

const UUID = '11111111-2222-3333-4444-555555555555';
const KEY = 'a'.repeat(32);

test('without options there is one organization and one account, ready to use (EMU-15)', async () => {
  const emulator = createEmulator();
  expect(emulator.baseUrl).toBe('https://api.messaging.test');
  expect(emulator.accounts).toEqual([emulator.account]);
  expect(emulator.account.senders).toEqual(['DEMO', '447700900990']);
  expect(emulator.sharedSenders).toEqual(Array.from({ length: 10 }, (_, index) => `44770090098${index}`));
  expect(await api.account(emulator)).toMatchObject({ credits: 1_000, paid_credits: { remaining: 1_000 } });
});

test.each<[option: string, options: unknown]>([
  ['nonsense', { nonsense: 1 }],
  ['baseUrl', { baseUrl: 'api.messaging.test' }],
  ['seed', { seed: 1.5 }],
  ['now', { now: 'tomorrow' }],
  ['clock', { clock: 'real' }],
  ['organization.credits', { organization: { credits: -1 } }],
  ['organization.apiKey', { organization: { apiKey: 'short' } }],
  ['organization.identifier', { organization: { identifier: 'me' } }],
  ['accounts', { accounts: {} }],
  ['accounts.0.name', { accounts: [{ name: '' }] }],
  ['accounts.0.credits', { accounts: [{ credits: '5' }] }],
  ['accounts.0.packagedCredits', { accounts: [{ packagedCredits: -1 }] }],
  ['accounts.0.apiKey', { accounts: [{ apiKey: 'A'.repeat(32) }] }],
  ['accounts.0.senders.0', { accounts: [{ senders: [''] }] }],
  ['accounts.0.schedule', { accounts: [{ schedule: '@daily' }] }],
  ['accounts.0.nonsense', { accounts: [{ nonsense: 1 }] }],
  [
    'accounts.0.notifications.0.threshold_value',
    {
      accounts: [
        {
          notifications: [
            { url: 'https://a.example/', threshold_type: 'packaged_percentage', threshold_value: 25 },
          ],
        },
      ],
    },
  ],
  ['sharedSenders.0', { sharedSenders: [7] }],
  ['carrier.outcome', { carrier: { outcome: 'lose' } }],
  ['carrier.after', { carrier: { after: 'soon' } }],
  ['carrier.rules.0.to', { carrier: { rules: [{ to: '[0-9]+', outcome: 'fail' }] } }],
  ['webhooks.timeout', { webhooks: { timeout: '-1s' } }],
  ['webhooks.concurrency', { webhooks: { concurrency: 0 } }],
  ['webhooks.environment', { webhooks: { environment: 'two words' } }],
  ['webhooks.fetch', { webhooks: { fetch: 'https://proxy.example' } }],
  ['statuses', { statuses: { nonsense: 400 } }],
  ['statuses.duplicate_id', { statuses: { duplicate_id: 200 } }],
  ['journalLimit', { journalLimit: -1 }],
])('a wrong %s is a TypeError that names it (EMU-15)', (option, options) => {
  expect(() => createEmulator(options as EmulatorOptions)).toThrow(TypeError);
  expect(() => createEmulator(options as EmulatorOptions)).toThrow(
    new RegExp(`\\b${option.replaceAll('.', '\\.')}`),
  );
});

test.each([
  [Promise.resolve({ seed: 1 }), 'Promise'],
  [new Map([['seed', 1]]), 'Map'],
])('%o is something other than options, and would count as none (EMU-15)', (options, kind) => {
  expect(() => createEmulator(options as object)).toThrow(`it must be an object, not an instance of ${kind}`);
});

test('two accounts cannot have the same key, identifier or sender ID (KEY-4, SND-8)', () => {
  for (const options of [
    { accounts: [{ apiKey: KEY }, { apiKey: KEY }] },
    { organization: { apiKey: KEY }, accounts: [{ apiKey: KEY }] },
    { accounts: [{ identifier: UUID }, { identifier: UUID.toUpperCase() }] },
    { accounts: [{ senders: ['A'] }, { senders: ['A'] }] },
    { accounts: [{ senders: ['A'] }], sharedSenders: ['A'] },
  ]) {
    expect(() => createEmulator(options)).toThrow(/already in use/);
  }
});

test('an option cannot have a key or a sender ID that is there by default (KEY-4, SND-8)', () => {
  const { organization, account } = createEmulator();
  for (const [path, options] of [
    ['sharedSenders has "DEMO"', { sharedSenders: ['DEMO'] }],
    ['accounts.0.senders has "447700900985"', { accounts: [{ senders: ['447700900985'] }] }],
    ['organization.apiKey', { organization: { apiKey: account.apiKey } }],
    ['organization.apiKey', { organization: { apiKey: account.apiKey }, accounts: [{ name: 'First' }] }],
    ['accounts.0.apiKey', { accounts: [{ apiKey: organization.apiKey }] }],
    ['accounts.1.apiKey', { accounts: [{}, { apiKey: account.apiKey }] }],
  ] as const) {
    expect(() => createEmulator(options)).toThrow(path);
  }
  expect(() => createEmulator({ accounts: [{ apiKey: KEY }, { apiKey: account.apiKey }] })).not.toThrow();
});

test('statuses that the specification does not define can be overridden (ERR-2)', async () => {
  const emulator = createEmulator({
    now: START,
    statuses: { sender_not_owned: 400, batch_not_found: 410, payload_too_large: 400, invalid_key: 401 },
  });
  const notOwned = await api.refuseMessages(emulator, [{ from: { type: 'custom', value: 'NO' } }]);
  expect(notOwned).toEqual({ status: 400, code: 'sender_not_owned' });
  expect(await api.refuse(emulator, `GET /batch/${UUID}`)).toEqual({ status: 410, code: 'batch_not_found' });
  const withoutKey = await api.refuse(emulator, 'GET /batch', { key: null });
  expect(withoutKey).toEqual({ status: 401, code: 'invalid_key' });
  const tooLarge = await api.refuse(emulator, 'POST /batch', { text: ' '.repeat(10 * 1024 * 1024 + 1) });
  expect(tooLarge).toEqual({ status: 400, code: 'payload_too_large' });
});

test('the base URL may have a path, with or without a slash at its end (EMU-15)', async () => {
  for (const baseUrl of ['http://localhost:8080/sms/v1', 'http://localhost:8080/sms/v1/']) {
    const emulator = createEmulator({ baseUrl });
    expect(emulator.baseUrl).toBe('http://localhost:8080/sms/v1');
    await api.sendOne(emulator);
    const outside = emulator.fetch('http://localhost:8080/sms/v1x/message');
    await expect(outside).rejects.toThrow(TypeError);
  }
});

test('an emulator without accounts is possible; the error for its account says why there is none (EMU-15)', async () => {
  const emulator = createEmulator({ accounts: [] });
  expect(() => emulator.account).toThrow(
    'The emulator has no account, because it was started with an empty list of accounts.',
  );
  expect((await api.call(emulator, 'GET /account')).body).toEqual({ accounts: [] });
});

test('an account takes what edit-account takes, with either spelling (EMU-15)', async () => {
  const packaged = { schedule_refill_amount: 50, schedule_reset_to_zero: true };
  const options: unknown = { accounts: [{ packaged_credits: packaged }] };
  const emulator = createEmulator(options as EmulatorOptions);
  expect(await api.account(emulator)).toMatchObject({
    packaged_credits: { schedule_refill_amount: 50, schedule_refill: true },
  });
});

test('members that are undefined count as left out (EMU-15)', () => {
  const emulator = createEmulator({
    baseUrl: undefined,
    seed: undefined,
    organization: { name: undefined, credits: undefined },
    accounts: [{ name: undefined, schedule: undefined }],
    carrier: { after: undefined },
    webhooks: { timeout: undefined, fetch: undefined, retryDelays: undefined, concurrency: undefined },
  });
  expect(emulator.account.apiKey).toMatch(/^[0-9a-f]{32}$/);
});
