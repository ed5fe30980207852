import { createEmulator, type Emulator } from '@messaging-service/emulator';
import {
  type Answer,
  batch,
  call,
  createAccount,
  message,
  refuse,
  START,
  sendOne,
  test,
} from '@messaging-service/test-support';
import { expect } from 'vitest';

const LIMIT = 10 * 1024 * 1024;
const DEPTH = 100_000;
const nested = (open: string, close: string) => open.repeat(DEPTH) + close.repeat(DEPTH);
const one = (members: string) =>
  `{"messages":[{"to":"447700900001","from":{"type":"custom","value":"DEMO"},"body":"x"${members}}]}`;

/** Sends a text unchanged, which must be refused with 400 and change nothing. */
async function refused(emulator: Emulator, operation: string, text: string): Promise<Answer> {
  const before = emulator.snapshot();
  const answer = await call(emulator, operation, { text });
  expect(answer.status).toBe(400);
  expect(emulator.snapshot()).toEqual(before);
  return answer;
}

test.each([
  one(',"constructor":{"prototype":{"admin":true}}'),
  one(',"toString":1'),
  '{"messages":[{"to":"447700900001","body":"x","__proto__":{"from":{"type":"custom","value":"DEMO"}}}]}',
  '{"__proto__":{"messages":[]},"messages":[]}',
  '{"messages":[{"to":"447700900001","body":"x"}],"defaults":{"__proto__":{"from":{"type":"shared"}}}}',
])('%s sets nothing it does not name (API-13)', async (text) => {
  const emulator = createEmulator({ now: START });
  await refused(emulator, 'POST /message', text);
  expect(emulator.messages()).toEqual([]);
  expect('admin' in {}).toBe(false);
});

test('a member called __proto__ adds no members to a message (API-13)', async ({ emulator }) => {
  await call(emulator, 'POST /message', { text: one(',"__proto__":{"callback":"https://evil.example/"}') });
  expect(emulator.messages().map(({ callback }) => callback)).toEqual(emulator.messages().map(() => null));
  expect('callback' in {}).toBe(false);
});

test.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])(
  '%s is a name like any other in queries, paths and senders (API-13)',
  async (name) => {
    const emulator = createEmulator({ now: START });
    const body = { messages: [message({ from: { type: 'custom', value: name } })] };
    expect(await refuse(emulator, 'POST /message', { body })).toMatchObject({ code: 'sender_not_owned' });
    expect(await refuse(emulator, 'GET /batch', { key: name })).toMatchObject({ code: 'invalid_key' });
    expect(await refuse(emulator, `GET /batch/${name}`)).toMatchObject({ code: 'invalid_request' });
    expect(await refuse(emulator, `GET /${name}`)).toMatchObject({ code: 'not_found' });
    expect(await refuse(emulator, 'GET /batch', { query: { [name]: '1' } })).toMatchObject({
      issues: [{ path: name }],
    });
    emulator.registerSender(emulator.account.identifier, name);
    expect(await sendOne(emulator, { from: { type: 'custom', value: name } })).toMatchObject({
      from: { value: name },
    });
    expect(emulator.handset('447700900001').reply('x', { to: name }).to).toBe(name);
  },
);

test.each([
  ['POST /message', nested('[', ']')],
  ['POST /message', '['.repeat(DEPTH)],
  ['POST /message', `{"messages":${nested('[', ']')}}`],
  ['POST /message', `{"messages":[${nested('{"to":', '1}').replace('11', '1')}]}`],
  ['POST /message', one(`,"channels":${nested('[', ']')}`)],
  ['POST /message', one(`,"x":${nested('[', ']')}`)],
  ['POST /message', `{"defaults":${nested('[', ']')},"messages":[{}]}`],
  ['POST /batch', `{"destinations":${nested('[', ']')}}`],
  ['POST /account', `{"name":${nested('[', ']')}}`],
  ['PATCH /topup', `{"accountUuid":${nested('[', ']')},"topup":1}`],
])('%s with a body nested 100,000 deep is refused (API-8)', async (operation, text) => {
  const emulator = createEmulator({ now: START });
  await refused(emulator, operation, text);
  await sendOne(emulator);
});

test.each(['1e400', '-1e400', '1e308', '9007199254740993', '1.0000000000000001e0', '0.1', '-0'])(
  'the number %s does no harm where credits are counted (CRD-12)',
  async (number) => {
    const emulator = createEmulator({ now: START });
    const { identifier } = emulator.account;
    const answer = await call(emulator, 'PATCH /topup', {
      text: `{"accountUuid":"${identifier}","topup":${number}}`,
    });
    expect([200, 400]).toContain(answer.status);
    const text = `{"paid_credits":{"allow_negative":true,"negative_limit":${number}}}`;
    expect([200, 400]).toContain((await call(emulator, `PATCH /account/${identifier}`, { text })).status);
    await sendOne(emulator);
    const { body } = await call(emulator, 'GET /account');
    expect(body).toMatchObject({ accounts: [{ credits: answer.status === 200 ? 1_000 : 999 }] });
  },
);

test('half of a surrogate pair is refused in every text that is sent or shown (API-12)', async ({
  emulator,
}) => {
  const { identifier } = emulator.account;
  const account = `PATCH /account/${identifier}`;
  await refused(emulator, 'POST /message', one('').replace('"x"', '"\\ud83d"'));
  await refused(emulator, 'POST /message', one('').replace('DEMO', '\\udc00'));
  await refused(emulator, 'POST /batch', JSON.stringify(batch()).replace('Hello', 'Hel\\ud83dlo'));
  await refused(emulator, 'POST /batch', JSON.stringify(batch()).replace('DEMO', 'DE\\ud83dMO'));
  await refused(emulator, 'POST /account', '{"name":"\\udfff"}');
  await refused(emulator, account, '{"schedule":"\\ud800"}');
});

test.each([
  ['POST /message', `{"messages":[${'{},'.repeat(60_000)}{}]}`],
  ['POST /message', `{"messages":[${'7,'.repeat(150_000)}7]}`],
  ['POST /batch', `{"from":"DEMO","message":"x","destinations":[${'"x",'.repeat(150_000)}"x"]}`],
  [
    'POST /batch',
    `{"from":"DEMO","message":"x","destinations":["x"],"fallback_channels":[${'1,'.repeat(150_000)}1]}`,
  ],
  ['POST /account', `{"name":"x",${Array.from({ length: 150_000 }, (_, index) => `"k${index}":1`).join()}}`],
])(
  '%s with more than 100,000 faults is refused, and names at most 100 of them (ERR-1)',
  async (operation, text) => {
    const emulator = createEmulator({ now: START });
    const { body } = await refused(emulator, operation, text);
    const { error } = body as { error: { code: string; issues: unknown[] } };
    expect(error.code).toBe('invalid_request');
    expect(error.issues.length).toBeGreaterThanOrEqual(1);
    expect(error.issues.length).toBeLessThanOrEqual(100);
  },
);

test('a body of exactly 10 MiB is read, one byte more is 413 and changes nothing (API-8)', async ({
  emulator,
}) => {
  const text = JSON.stringify({ messages: [message()] });
  expect((await call(emulator, 'POST /message', { text: text.padEnd(LIMIT) })).status).toBe(200);
  const before = emulator.snapshot();
  const refusal = { status: 413, code: 'payload_too_large' };
  expect(await refuse(emulator, 'POST /message', { text: text.padEnd(LIMIT + 1) })).toEqual(refusal);
  expect(await refuse(emulator, 'POST /message', { text: 'ü'.repeat(LIMIT / 2 + 1) })).toEqual(refusal);
  expect(await refuse(emulator, 'GET /nowhere', { text: undefined })).toMatchObject({ status: 404 });
  expect(emulator.snapshot()).toEqual(before);
});

test('control characters, right-to-left marks and NUL in a text arrive as they were (API-12)', async ({
  emulator,
}) => {
  const body = '\u0000\u0007 \u202e gnp.exe \ufeff 👨‍👩‍👧‍👦 \u2028';
  expect((await sendOne(emulator, { body })).body).toBe(body);
  expect(emulator.messages()[0]?.body).toBe(body);
  expect(emulator.handset('447700900001').reply(body).message).toBe(body);
});

test('a callback of more than 8,192 characters is refused (WHK-7)', async ({ emulator }) => {
  const url = `${emulator.baseUrl}/message?key=${emulator.account.apiKey}`;
  const longest = `https://shop.example/${'x'.repeat(8_192)}`.slice(0, 8_192);
  for (const [callback, status] of [
    [longest, 200],
    [`${longest}x`, 400],
  ] as const) {
    const body = JSON.stringify({ messages: [message({ callback })] });
    expect((await emulator.fetch(url, { method: 'POST', body })).status).toBe(status);
  }
});

test('a body that is not UTF-8 is refused instead of read with other characters (API-8)', async ({
  emulator,
}) => {
  const bytes = Buffer.from(JSON.stringify({ messages: [message({ body: 'A?' })] }));
  bytes[bytes.indexOf('?')] = 0xff;
  const url = `${emulator.baseUrl}/message?key=${emulator.account.apiKey}`;
  const answer = await emulator.fetch(url, { method: 'POST', body: bytes });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    error: { code: 'invalid_json', message: expect.stringContaining('UTF-8') as string },
  });
  expect(emulator.messages()).toEqual([]);
});

test.each(['%', '%zz', '%ff', '%F0%9F', '+', '&&&', '=', '=x', 'key', '%00=%00'])(
  'the malformed query %j results in a response, never in an exception (ERR-1)',
  async (query) => {
    const emulator = createEmulator({ now: START });
    const answer = await emulator.fetch(`${emulator.baseUrl}/batch?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: expect.any(String) as string } });
  },
);

test('names of accounts are returned exactly, with any characters (API-12)', async ({ emulator }) => {
  const names = [
    '<script>alert(1)</script>',
    '"\\\n\t',
    '__proto__',
    '🏴‍☠️',
    "Robert'); DROP TABLE accounts;--",
  ];
  for (const name of names) await createAccount(emulator, name);
  const { body } = await call(emulator, 'GET /account');
  expect((body as { accounts: { name: string }[] }).accounts.slice(1).map(({ name }) => name)).toEqual(names);
});
