import { createEmulator } from '@messaging-service/emulator';
import { api, later, MINUTE, START, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

test('a message exactly five minutes ahead is sent immediately (SCH-2)', async ({ emulator }) => {
  const sent = await api.sendOne(emulator, { send_at: later(5 * MINUTE) });
  expect(sent.scheduled).toBe(false);
  expect(sent).not.toHaveProperty('send_at');
  expect(emulator.messages()).toMatchObject([{ state: 'delivered', sentAt: START, sendAt: null }]);
});

test('one millisecond more than five minutes ahead is scheduled (SCH-1)', async ({ emulator }) => {
  const send_at = later(5 * MINUTE + 1);
  expect(await api.sendOne(emulator, { send_at })).toMatchObject({ scheduled: true, send_at });
  await emulator.clock.advance(5 * MINUTE);
  expect(emulator.messages()).toMatchObject([{ state: 'scheduled' }]);
  await emulator.clock.advance(1);
  expect(emulator.messages()).toMatchObject([{ state: 'delivered', sentAt: send_at }]);
});

test.each([-365 * 24 * 60 * MINUTE, -1, 0, 4 * MINUTE])(
  'a time %d ms ahead is in the past or too near: the message is sent immediately (SCH-1)',
  async (ms) => {
    const emulator = createEmulator({ now: START });
    expect(await api.sendOne(emulator, { send_at: later(ms) })).toMatchObject({ scheduled: false });
    await api.sendBatch(emulator, { at: later(ms) });
    expect(emulator.messages().map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(await api.pending(emulator)).toEqual([]);
  },
);

test('a time is sent at its instant, and echoed exactly as given (API-4, SCH-3)', async ({ emulator }) => {
  const send_at = '2026-03-01T12:00+02:00';
  const due = '2026-03-01T10:00:00.000Z';
  expect(await api.sendOne(emulator, { send_at })).toMatchObject({ scheduled: true, send_at });
  expect(emulator.messages()).toMatchObject([{ state: 'scheduled', sendAt: due }]);
  await emulator.clock.next();
  expect(emulator.messages()).toMatchObject([{ state: 'delivered', sentAt: due }]);
});

test('a scheduled batch is sent as a whole at its time (SCH-4)', async ({ emulator }) => {
  await api.sendBatch(emulator, { at: later(60 * MINUTE) });
  await emulator.clock.advance(60 * MINUTE - 1);
  expect(emulator.messages().map(({ state }) => state)).toEqual(['scheduled', 'scheduled']);
  await emulator.clock.advance(1);
  expect(emulator.messages().map(({ sentAt }) => sentAt)).toEqual([later(60 * MINUTE), later(60 * MINUTE)]);
});
