import { createEmulator } from '@messaging-service/emulator';
import { api, batch, later, MINUTE, START, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

const LONG = 'x'.repeat(161);

test('one text goes to a list of destinations, and the response is the identifier of their batch (BAT-1, BAT-2)', async ({
  emulator,
}) => {
  const { status, body } = await api.call(emulator, 'POST /batch', { body: batch() });
  expect(status).toBe(200);
  expect(body).toEqual({ identifier: expect.stringMatching(/^[0-9a-f-]{36}$/) as string });
  const { identifier } = body as { identifier: string };
  expect(emulator.messages({ batch: identifier })).toMatchObject([
    { to: '447700900001', from: 'DEMO', body: 'Hello', batchUuid: identifier },
    { to: '447700900002', from: 'DEMO', body: 'Hello', batchUuid: identifier },
  ]);
});

test.each([
  ['uuid', 'at'],
  ['id', 'send_at'],
])('the identifier and the time are read as %s and %s (API-7)', async (uuid, at) => {
  const emulator = createEmulator({ now: START });
  const identifier = '0a0b0c0d-1111-2222-3333-444444444444';
  const body = { ...batch(), [uuid]: identifier, [at]: later(10 * MINUTE) };
  expect(await api.succeed(emulator, 'POST /batch', { body })).toEqual({ identifier });
  expect(await api.pending(emulator)).toMatchObject([{ identifier, at: '2026-03-01T09:10:00+00:00' }]);
});

test('both spellings may be given when they agree, and are refused when they differ (API-7)', async ({
  emulator,
}) => {
  const uuid = '0a0b0c0d-1111-2222-3333-444444444444';
  await api.succeed(emulator, 'POST /batch', { body: batch({ uuid, id: uuid }) });
  const times = { at: later(10 * MINUTE), send_at: later(20 * MINUTE) };
  const refusal = await api.refuseBatch(emulator, times);
  expect(refusal).toMatchObject({ status: 400, issues: [{ path: 'send_at' }] });
});

test('texts of several units are accepted unless allowMulti is false (BAT-5)', async ({ emulator }) => {
  const body = batch({ message: LONG });
  for (const allowMulti of ['true', '1'])
    await api.succeed(emulator, 'POST /batch', { body, query: { allowMulti } });
  await api.succeed(emulator, 'POST /batch', { body });
  for (const allowMulti of ['false', '0']) {
    const refusal = await api.refuseBatch(emulator, { message: LONG }, { query: { allowMulti } });
    expect(refusal).toEqual({ status: 400, code: 'multipart_not_allowed' });
  }
  await api.succeed(emulator, 'POST /batch', { body: batch(), query: { allowMulti: 'false' } });
});

test('a batch cannot be sent from a shared sender ID (BAT-3)', async ({ emulator }) => {
  const refusal = await api.refuseBatch(emulator, { from: '447700900980' });
  expect(refusal).toEqual({ status: 403, code: 'sender_not_owned' });
  const other = await api.refuseBatch(emulator, { from: { type: 'shared' } });
  expect(other).toMatchObject({ status: 400, issues: [{ path: 'from' }] });
});

test('a batch needs sender, text and at least one destination (BAT-1)', async ({ emulator }) => {
  expect((await api.refuse(emulator, 'POST /batch', { body: {} })).issues).toEqual([
    { path: 'from', message: 'is required' },
    { path: 'message', message: 'is required' },
    { path: 'destinations', message: 'is required' },
  ]);
  expect((await api.refuseBatch(emulator, { destinations: [] })).issues).toEqual([
    { path: 'destinations', message: 'must have at least one destination' },
  ]);
});

test('a number that occurs twice is two messages (BAT-11)', async ({ emulator }) => {
  const destinations = ['447700900001', '447700900001'];
  const { counts } = await api.receipts(emulator, await api.sendBatch(emulator, { destinations }));
  expect(counts).toEqual({ total: 2, delivered: 2, failed: 0 });
});
