import { createEmulator } from '@messaging-service/emulator';
import { api, message, START, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

const LIMIT = 10 * 1024 * 1024;

test.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])(
  '%s is a name like any other in queries, paths and senders (API-13)',
  async (name) => {
    const emulator = createEmulator({ now: START });
    const body = { messages: [message({ from: { type: 'custom', value: name } })] };
    expect(await api.refuse(emulator, 'POST /message', { body })).toMatchObject({ code: 'sender_not_owned' });
    expect(await api.refuse(emulator, 'GET /batch', { key: name })).toMatchObject({ code: 'invalid_key' });
    expect(await api.refuse(emulator, `GET /batch/${name}`)).toMatchObject({ code: 'invalid_request' });
    expect(await api.refuse(emulator, `GET /${name}`)).toMatchObject({ code: 'not_found' });
    expect(await api.refuse(emulator, 'GET /batch', { query: { [name]: '1' } })).toMatchObject({
      issues: [{ path: name }],
    });
    emulator.registerSender(emulator.account.identifier, name);
    expect(await api.sendOne(emulator, { from: { type: 'custom', value: name } })).toMatchObject({
      from: { value: name },
    });
    expect(emulator.handset('447700900001').reply('x', { to: name }).to).toBe(name);
  },
);

test('a body of exactly 10 MiB is read, one byte more is 413 and changes nothing (API-8)', async ({
  emulator,
}) => {
  const text = JSON.stringify({ messages: [message()] });
  expect((await api.call(emulator, 'POST /message', { text: text.padEnd(LIMIT) })).status).toBe(200);
  const refusal = { status: 413, code: 'payload_too_large' };
  expect(await api.refuse(emulator, 'POST /message', { text: text.padEnd(LIMIT + 1) })).toEqual(refusal);
  expect(await api.refuse(emulator, 'POST /message', { text: 'ü'.repeat(LIMIT / 2 + 1) })).toEqual(refusal);
  expect(await api.refuse(emulator, 'GET /nowhere', { text: undefined })).toMatchObject({ status: 404 });
});

test('control characters, right-to-left marks and NUL in a text arrive as they were (API-12)', async ({
  emulator,
}) => {
  const body = '\u0000\u0007 \u202e gnp.exe \ufeff 👨‍👩‍👧‍👦 \u2028';
  expect((await api.sendOne(emulator, { body })).body).toBe(body);
  expect(emulator.messages()[0]?.body).toBe(body);
  expect(emulator.handset('447700900001').reply(body).message).toBe(body);
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
  for (const name of names) await api.createAccount(emulator, name);
  const { body } = await api.call(emulator, 'GET /account');
  expect((body as { accounts: { name: string }[] }).accounts.slice(1).map(({ name }) => name)).toEqual(names);
});
