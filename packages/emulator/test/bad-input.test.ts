import { createEmulator } from '@messaging-service/emulator';
import { batch, call, message, refuse, START, test } from '@messaging-service/test-support';
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
  const before = emulator.snapshot();
  for (const operation of [...BODIES, `PATCH /account/${emulator.account.identifier}`]) {
    expect(await refuse(emulator, operation, { text })).toEqual({ status: 400, code: 'invalid_json' });
  }
  expect(emulator.snapshot()).toEqual(before);
});

test.each(['null', '[]', '"text"', '7', 'true', '[{}]'])(
  'the JSON %j is not an object: 400 invalid_request (API-8, ERR-2)',
  async (text) => {
    const emulator = createEmulator({ now: START });
    for (const operation of [...BODIES, `PATCH /account/${emulator.account.identifier}`]) {
      const { status, code, issues } = await refuse(emulator, operation, { text });
      expect([status, code]).toEqual([400, 'invalid_request']);
      expect(issues).toMatchObject([
        { path: '', message: expect.stringContaining('must be an object') as string },
      ]);
    }
  },
);

test('a byte order mark before the body is skipped, as by fetch (API-8)', async ({ emulator }) => {
  const text = `\ufeff${JSON.stringify({ messages: [message()] })}`;
  expect((await call(emulator, 'POST /message', { text })).status).toBe(200);
});

test.each<[path: string, members: object]>([
  ['to', { to: undefined }],
  ['to', { to: 447700900001 }],
  ['to', { to: '' }],
  ['to', { to: 'mum' }],
  ['to', { to: '07700900001' }],
  ['to', { to: '44 7700 900001' }],
  ['to', { to: '++447700900001' }],
  ['to', { to: '123456' }],
  ['to', { to: '1234567890123456' }],
  ['to', { to: '٤٤٧٧٠٠٩٠٠٠٠١' }],
  ['to', { to: ['447700900001'] }],
  ['from', { from: undefined }],
  ['from', { from: null }],
  ['from', { from: 'DEMO' }],
  ['from.type', { from: {} }],
  ['from.type', { from: { type: 'owned', value: 'DEMO' } }],
  ['from.value', { from: { type: 'custom' } }],
  ['from.value', { from: { type: 'custom', value: '' } }],
  ['from.value', { from: { type: 'custom', value: ' DEMO' } }],
  ['from.value', { from: { type: 'custom', value: 'DE\nMO' } }],
  ['from.value', { from: { type: 'custom', value: 7 } }],
  ['from.name', { from: { type: 'shared', name: 'x' } }],
  ['body', { body: undefined }],
  ['body', { body: '' }],
  ['body', { body: 7 }],
  ['body', { body: null }],
  ['body', { body: '\ud83d' }],
  ['callback', { callback: 'receipts' }],
  ['channels', { channels: null }],
  ['channels.1', { channels: ['sms', 'mms'] }],
  ['id', { id: 7 }],
  ['send_at', { send_at: null }],
  ['sendAt', { sendAt: '2026-03-01T12:00Z' }],
  ['text', { text: 'Hello' }],
])('a message with a wrong %s, %j, is refused, and the field named (MSG-1, ERR-1)', async (path, members) => {
  const emulator = createEmulator({ now: START });
  const before = emulator.snapshot();
  const body = { messages: [{ ...message(), ...members }] };
  const { status, code, issues } = await refuse(emulator, 'POST /message', { body });
  expect([status, code]).toEqual([400, 'invalid_request']);
  expect(issues).toEqual([
    { path: `messages.0.${path}`, message: expect.stringMatching(/^(must|is) /) as string },
  ]);
  expect(emulator.snapshot()).toEqual(before);
});

test.each<[path: string, body: object]>([
  ['messages', {}],
  ['messages', { messages: null }],
  ['messages', { messages: {} }],
  ['messages', { messages: [] }],
  ['messages.0', { messages: ['447700900001'] }],
  ['messages.1', { messages: [message(), null] }],
  ['defaults', { messages: [message()], defaults: 'none' }],
  ['defaults', { messages: [message()], defaults: [] }],
  ['default', { messages: [message()], default: {} }],
])('a request with a wrong %s, %j, is refused (MSG-1, ERR-1)', async (path, body) => {
  const emulator = createEmulator({ now: START });
  expect(await refuse(emulator, 'POST /message', { body })).toMatchObject({
    status: 400,
    issues: [{ path }],
  });
});

test.each<[path: string, members: object]>([
  ['from', { from: { type: 'custom', value: 'DEMO' } }],
  ['message', { message: 7 }],
  ['message', { message: '\udc00 half' }],
  ['destinations', { destinations: '447700900001' }],
  ['destinations.1', { destinations: ['447700900001', 447700900002] }],
  ['callback', { callback: 'mailto:me@shop.example' }],
  ['channel', { channel: 'SMS' }],
  ['channel', { channel: ['sms'] }],
  ['fallback_channels', { fallback_channels: 'sms' }],
  ['fallback_channels.0', { fallback_channels: ['email'] }],
  ['channels', { channels: ['sms'] }],
  ['body', { body: 'Hello' }],
])('a batch with a wrong %s, %j, is refused, and the field named (BAT-1, ERR-1)', async (path, members) => {
  const emulator = createEmulator({ now: START });
  const before = emulator.snapshot();
  const body = { ...batch(), ...members };
  expect(await refuse(emulator, 'POST /batch', { body })).toMatchObject({
    status: 400,
    issues: [{ path }],
  });
  expect(emulator.snapshot()).toEqual(before);
});

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
    expect(await refuse(emulator, operation, { key })).toEqual({ status: 404, code: 'not_found' });
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
  expect(await refuse(emulator, operation, { text })).toEqual({ status: 405, code: 'method_not_allowed' });
});

test.each(['x', '1', `${UUID}x`, 'null', '%00', '..%2f', `%7B${UUID}%7D`])(
  '%j in the path is not a UUID: 400 (API-14)',
  async (uuid) => {
    const emulator = createEmulator({ now: START });
    for (const method of ['GET', 'DELETE']) {
      expect(await refuse(emulator, `${method} /batch/${uuid}`)).toMatchObject({
        status: 400,
        code: 'invalid_request',
        issues: [{ path: 'batchUuid' }],
      });
    }
  },
);

test('an unknown query parameter is refused and named (API-6)', async ({ emulator }) => {
  for (const operation of ['GET /batch', 'GET /account', 'GET /dr-responses', `DELETE /batch/${UUID}`]) {
    expect(await refuse(emulator, operation, { query: { verbose: 'true' } })).toMatchObject({
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
  expect((await call(emulator, 'POST /message', { body, query: { x: '1' } })).status).toBe(200);
  expect((await call(emulator, 'POST /batch', { body: { ...batch(), x: 1 } })).status).toBe(200);
  expect(emulator.messages()).toHaveLength(3);
});
