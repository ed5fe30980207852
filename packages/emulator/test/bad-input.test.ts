import { createEmulator } from '@messaging-service/emulator';
import { api, batch, message, START, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

const BODIES = ['POST /message', 'POST /batch', 'POST /account', 'PATCH /topup'];
const UUID = '11111111-2222-3333-4444-555555555555';

test.each([
  '',
  ' ',
  '{',
  '{"messages":[}',
  "{'a':1}",
  'undefined',
  '<xml/>',
  '{"a":1}{"b":2}',
  '{"a":NaN}',
  '\u0000',
])('the body %j is not JSON: 400 invalid_json (API-8, ERR-2)', async (text) => {
  const emulator = createEmulator({ now: START });
  for (const operation of [...BODIES, `PATCH /account/${emulator.account.identifier}`]) {
    expect(await api.refuse(emulator, operation, { text })).toEqual({ status: 400, code: 'invalid_json' });
  }
});

test('the refusal of a body that is not JSON is a sentence with the reason (ERR-1)', async ({ emulator }) => {
  expect(await api.call(emulator, 'POST /message', { text: '{' })).toMatchObject({
    body: {
      error: { message: expect.stringMatching(/^The body is not JSON: .+[^.]\.$/) as string },
    },
  });
});

test.each(['null', '[]', '"text"', '7', 'true', '[{}]'])(
  'the JSON %j is not an object: 400 invalid_request (API-8, ERR-2)',
  async (text) => {
    const emulator = createEmulator({ now: START });
    for (const operation of [...BODIES, `PATCH /account/${emulator.account.identifier}`]) {
      const { status, code, issues } = await api.refuse(emulator, operation, { text });
      expect([status, code]).toEqual([400, 'invalid_request']);
      expect(issues).toMatchObject([
        { path: '', message: expect.stringContaining('must be an object') as string },
      ]);
    }
  },
);

test('a byte order mark before the body is skipped, as by fetch (API-8)', async ({ emulator }) => {
  const text = `\ufeff${JSON.stringify({ messages: [message()] })}`;
  expect((await api.call(emulator, 'POST /message', { text })).status).toBe(200);
});

const { identifier: accountUuid } = createEmulator({ now: START }).account;

test.each<[operation: string, path: string, body: object]>([
  ['POST /message', 'messages.0.callback', { messages: [message({ callback: 'receipts' })] }],
  ['POST /message', 'messages.1', { messages: [message(), null] }],
  ['POST /batch', 'destinations.1', { ...batch(), destinations: ['447700900001', 447700900002] }],
  ['POST /account', 'name', {}],
  [`PATCH /account/${accountUuid}`, 'schedule', { schedule: '@daily' }],
  [`PATCH /account/${accountUuid}`, 'topup', { topup: 0 }],
  ['PATCH /topup', 'topup', { accountUuid, topup: '400' }],
])(
  '%s with a wrong %s is refused, the field named, and nothing changes (ERR-1, API-9)',
  async (operation, path, body) => {
    const emulator = createEmulator({ now: START });
    expect(await api.refuse(emulator, operation, { body })).toEqual({
      status: 400,
      code: 'invalid_request',
      issues: [{ path, message: expect.stringMatching(/^(must|is) /) as string }],
    });
  },
);

test.each([
  'GET /',
  'GET /messages',
  'POST /message/',
  'GET //batch',
  'GET /Batch',
  `GET /batch/${UUID}/receipts`,
  'GET /_emulator/health',
  'POST /topup/x',
  'GET /.well-known/x',
])('%s is not an operation: 404, with or without a key (API-2)', async (operation) => {
  const emulator = createEmulator({ now: START });
  for (const key of [undefined, null]) {
    expect(await api.refuse(emulator, operation, { key })).toEqual({ status: 404, code: 'not_found' });
  }
});

test.each([
  'GET /message',
  'PUT /message',
  'DELETE /batch',
  'POST /topup',
  'PUT /account',
  `POST /batch/${UUID}`,
  `GET /account/${UUID}`,
  'OPTIONS /message',
  'POST /dr-responses',
])('%s has the wrong method: 405 (API-2)', async (operation) => {
  const emulator = createEmulator({ now: START });
  const text = operation.startsWith('GET') ? undefined : '{}';
  expect(await api.refuse(emulator, operation, { text })).toEqual({
    status: 405,
    code: 'method_not_allowed',
  });
});

test.each(['x', '1', `${UUID}x`, 'null', '%00', '..%2f', `%7B${UUID}%7D`])(
  '%j in the path is not a UUID: 400 (API-14)',
  async (uuid) => {
    const emulator = createEmulator({ now: START });
    for (const method of ['GET', 'DELETE']) {
      expect(await api.refuse(emulator, `${method} /batch/${uuid}`)).toMatchObject({
        status: 400,
        code: 'invalid_request',
        issues: [{ path: 'batchUuid' }],
      });
    }
  },
);

test('a refusal of the method lists the methods that the path takes (API-2)', async ({ emulator }) => {
  const response = await emulator.fetch(`${emulator.baseUrl}/batch?key=${emulator.account.apiKey}`, {
    method: 'PUT',
  });
  expect(response.headers.get('allow')?.split(', ').toSorted()).toEqual(['GET', 'POST']);
});

test('a misspelled field or parameter is refused with the one that was probably meant (API-6)', async ({
  emulator,
}) => {
  const unknown = 'is not a known field';
  const from = { typ: 'custom', type: 'custom', value: 'DEMO' };
  const body = {
    messages: [{ ...message(), sendAt: '2030-01-01T09:00Z', colour: 'red', from }],
    default: {},
  };
  expect(await api.refuse(emulator, 'POST /message', { body })).toMatchObject({
    issues: [
      { path: 'default', message: `${unknown}; did you mean "defaults"?` },
      { path: 'messages.0.from.typ', message: `${unknown}; did you mean "type"?` },
      { path: 'messages.0.sendAt', message: `${unknown}; did you mean "send_at"?` },
      { path: 'messages.0.colour', message: unknown },
    ],
  });
  expect(await api.call(emulator, 'POST /batch', { body: batch(), query: { dryrun: 'true' } })).toMatchObject(
    {
      body: { error: { message: `The request is not valid: dryrun ${unknown}; did you mean "dryRun"?` } },
    },
  );
});

test('an unknown query parameter is refused and named (API-6)', async ({ emulator }) => {
  for (const operation of ['GET /batch', 'GET /account', 'GET /dr-responses', `DELETE /batch/${UUID}`]) {
    expect(await api.refuse(emulator, operation, { query: { verbose: 'true' } })).toMatchObject({
      status: 400,
      issues: [{ path: 'verbose', message: 'is not a known field' }],
    });
  }
});

test('unknown fields and parameters are accepted if the options allow them (API-6)', async () => {
  const emulator = createEmulator({ now: START, unknownFields: 'ignore' });
  const body = {
    messages: [{ ...message(), sendAt: 'x', from: { type: 'custom', value: 'DEMO', x: 1 } }],
    x: {},
  };
  expect((await api.call(emulator, 'POST /message', { body, query: { x: '1' } })).status).toBe(200);
  expect((await api.call(emulator, 'POST /batch', { body: { ...batch(), x: 1 } })).status).toBe(200);
  expect(emulator.messages()).toHaveLength(3);
});
