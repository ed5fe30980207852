import { createEmulator } from '@messaging-service/emulator';
import {
  call,
  later,
  MINUTE,
  pending,
  START,
  sendBatch,
  sendOne,
  test,
} from '@messaging-service/test-support';
import { expect } from 'vitest';

test('a message exactly five minutes ahead is sent immediately (SCH-2)', async ({ emulator }) => {
  const sent = await sendOne(emulator, { send_at: later(5 * MINUTE) });
  expect(sent.scheduled).toBe(false);
  expect(sent).not.toHaveProperty('send_at');
  expect(emulator.messages()).toMatchObject([{ state: 'delivered', sentAt: START, sendAt: null }]);
});

test('one millisecond more than five minutes ahead is scheduled (SCH-1)', async ({ emulator }) => {
  const send_at = later(5 * MINUTE + 1);
  expect(await sendOne(emulator, { send_at })).toMatchObject({ scheduled: true, send_at });
  await emulator.clock.advance(5 * MINUTE);
  expect(emulator.messages()).toMatchObject([{ state: 'scheduled' }]);
  await emulator.clock.advance(1);
  expect(emulator.messages()).toMatchObject([{ state: 'delivered', sentAt: send_at }]);
});

test.each([-365 * 24 * 60 * MINUTE, -1, 0, 4 * MINUTE])(
  'a time %d ms ahead is in the past or too near: the message is sent immediately (SCH-1)',
  async (ms) => {
    const emulator = createEmulator({ now: START });
    expect(await sendOne(emulator, { send_at: later(ms) })).toMatchObject({ scheduled: false });
    await sendBatch(emulator, { at: later(ms) });
    expect(emulator.messages().map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(await pending(emulator)).toEqual([]);
  },
);

test('the five minutes count from the instant of processing, at any time of the clock (SCH-1)', async ({
  emulator,
}) => {
  const send_at = later(10 * MINUTE);
  expect(await sendOne(emulator, { send_at })).toMatchObject({ scheduled: true });
  await emulator.clock.advance(5 * MINUTE - 1);
  expect(await sendOne(emulator, { send_at })).toMatchObject({ scheduled: true });
  await emulator.clock.advance(1);
  expect(await sendOne(emulator, { send_at })).toMatchObject({ scheduled: false });
});

test('a time is sent at its instant, and echoed exactly as given (API-4, SCH-3)', async ({ emulator }) => {
  const send_at = '2026-03-01T12:00+02:00';
  const due = '2026-03-01T10:00:00.000Z';
  expect(await sendOne(emulator, { send_at })).toMatchObject({ scheduled: true, send_at });
  expect(emulator.messages()).toMatchObject([{ state: 'scheduled', sendAt: due }]);
  await emulator.clock.next();
  expect(emulator.messages()).toMatchObject([{ state: 'delivered', sentAt: due }]);
});

test('a scheduled batch is sent as a whole at its time (SCH-4)', async ({ emulator }) => {
  await sendBatch(emulator, { at: later(60 * MINUTE) });
  await emulator.clock.advance(60 * MINUTE - 1);
  expect(emulator.messages().map(({ state }) => state)).toEqual(['scheduled', 'scheduled']);
  await emulator.clock.advance(1);
  expect(emulator.messages().map(({ sentAt }) => sentAt)).toEqual([later(60 * MINUTE), later(60 * MINUTE)]);
});

test('a message scheduled years ahead is sent then, and not before (SCH-4)', async ({ emulator }) => {
  const send_at = '2036-12-24T18:00Z';
  await sendOne(emulator, { send_at });
  await emulator.clock.advanceTo('2036-12-24T17:59:59.999Z');
  expect(emulator.messages()).toMatchObject([{ state: 'scheduled' }]);
  await emulator.clock.advanceTo(send_at);
  expect(emulator.messages()).toMatchObject([{ state: 'delivered', sentAt: '2036-12-24T18:00:00.000Z' }]);
});

test('messages due at one instant are sent in the order in which they were queued (EMU-3)', async ({
  emulator,
}) => {
  for (const body of ['a', 'b', 'c']) await sendOne(emulator, { body, send_at: later(10 * MINUTE) });
  await emulator.clock.advance(10 * MINUTE);
  const sent = emulator
    .journal()
    .flatMap(({ fact }) => (fact.type === 'message-sent' ? fact.messageUuid : []));
  expect(sent).toEqual(emulator.messages().map(({ messageUuid }) => messageUuid));
});

test('receipts of a scheduled message count it as neither until it is sent (MSG-13)', async ({
  emulator,
}) => {
  const { batchUuid } = await sendOne(emulator, { send_at: later(10 * MINUTE) });
  expect((await call(emulator, `GET /batch/${batchUuid}`)).body).toEqual({
    counts: { total: 1, delivered: 0, failed: 0 },
  });
  await emulator.clock.advance(10 * MINUTE);
  expect((await call(emulator, `GET /batch/${batchUuid}`)).body).toEqual({
    counts: { total: 1, delivered: 1, failed: 0 },
  });
});
