import { createEmulator } from '@messaging-service/emulator';
import { api, later, MINUTE, START, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

const NOT_FOUND = { status: 404, code: 'batch_not_found' };
const NOT_PENDING = { status: 409, code: 'batch_not_pending' };

test('pending batches show identifier, time, sender, messages and units (BAT-8, API-5)', async ({
  emulator,
}) => {
  const { batchUuid } = await api.sendOne(emulator, { send_at: '2026-03-01T09:30Z', body: 'x'.repeat(161) });
  const destinations = ['447700900001', '447700900002', '447700900003'];
  const uuid = await api.sendBatch(emulator, {
    at: '2026-03-01T12:00:30.999+02:00',
    from: '447700900990',
    destinations,
  });
  const { status, body } = await api.call(emulator, 'GET /batch');
  expect(status).toBe(200);
  expect(body).toEqual({
    batches: [
      {
        identifier: batchUuid,
        at: '2026-03-01T09:30:00+00:00',
        from: 'DEMO',
        messagecount: 1,
        unitcount: 2,
      },
      {
        identifier: uuid,
        at: '2026-03-01T10:00:30+00:00',
        from: '447700900990',
        messagecount: 3,
        unitcount: 1,
      },
    ],
  });
});

test('a cancelled batch no longer exists: not listed, not found, its credits released, never sent (BAT-9)', async ({
  emulator,
}) => {
  const uuid = await api.sendBatch(emulator, {
    at: later(10 * MINUTE),
    callback: 'https://shop.example/receipts',
  });
  expect(await api.account(emulator)).toMatchObject({ credits: 998, held_credits: 2 });
  const { status, body } = await api.call(emulator, `DELETE /batch/${uuid}`);
  expect(status).toBe(200);
  expect(body).toEqual({ identifier: uuid });
  expect(await api.account(emulator)).toMatchObject({ credits: 1_000, held_credits: 0 });
  expect(await api.pending(emulator)).toEqual([]);
  expect(await api.refuse(emulator, `GET /batch/${uuid}`)).toEqual(NOT_FOUND);
  await emulator.clock.advance('30d');
  expect(emulator.messages()).toEqual([]);
  expect(emulator.webhooks()).toEqual([]);
  expect(emulator.journal().map(({ fact }) => fact.type)).not.toContain('message-sent');
});

test('a batch can be cancelled until the very instant before it is due, and not at it (BAT-9, SCH-4)', async ({
  emulator,
}) => {
  const [early, late] = await api.send(emulator, [
    { send_at: later(10 * MINUTE) },
    { send_at: later(10 * MINUTE) },
  ]);
  await emulator.clock.advance(10 * MINUTE - 1);
  expect((await api.call(emulator, `DELETE /batch/${early?.batchUuid}`)).status).toBe(200);
  await emulator.clock.advance(1);
  expect(await api.refuse(emulator, `DELETE /batch/${late?.batchUuid}`)).toEqual(NOT_PENDING);
});

test('a batch that was sent cannot be cancelled, whether delivered, failed or on its way (BAT-10)', async ({
  emulator,
}) => {
  const destinations = ['447700900001', '447700900700', '447700900822'];
  const uuid = await api.sendBatch(emulator, { destinations });
  expect(await api.refuse(emulator, `DELETE /batch/${uuid}`)).toEqual(NOT_PENDING);
});

test('an unknown batch, or one cancelled before, is not found (BAT-10)', async ({ emulator }) => {
  expect(await api.refuse(emulator, 'DELETE /batch/11111111-2222-3333-4444-555555555555')).toEqual(NOT_FOUND);
  const uuid = await api.sendBatch(emulator, { at: later(10 * MINUTE) });
  await api.call(emulator, `DELETE /batch/${uuid}`);
  expect(await api.refuse(emulator, `DELETE /batch/${uuid}`)).toEqual(NOT_FOUND);
});

test.each(['{"from":"DEMO","message":"Hello","destinations":["447700900001"]}', 'not json', '[]'])(
  'the body %j of a cancellation is not read (BAT-9)',
  async (text) => {
    const emulator = createEmulator({ now: START });
    const uuid = await api.sendBatch(emulator, { at: later(10 * MINUTE) });
    expect(await api.call(emulator, `DELETE /batch/${uuid}`, { text })).toMatchObject({ status: 200 });
    expect(await api.pending(emulator)).toEqual([]);
  },
);

test('a batch with the identifier of a cancelled one is sent at its own time, not at the old one (BAT-7, SCH-4)', async ({
  emulator,
}) => {
  const uuid = '00000000-aaaa-bbbb-cccc-000000000001';
  await api.sendBatch(emulator, { at: later(30 * MINUTE) });
  await api.sendBatch(emulator, { at: later(60 * MINUTE), uuid });
  await api.call(emulator, `DELETE /batch/${uuid}`);
  await api.sendBatch(emulator, { at: later(25 * 60 * MINUTE), uuid, destinations: ['447700900001'] });
  await emulator.clock.advance('3d');
  expect(emulator.messages({ batch: uuid })).toMatchObject([{ sentAt: later(25 * 60 * MINUTE) }]);
});
