import { expect, test } from 'vitest';
import type { InboundView } from '../../src/api/types.ts';
import { conversationLines } from '../../src/phones/conversation-lines.ts';
import { messageView } from '../sample-data.ts';

const reply = (at: string, message: string): InboundView => ({
  mo_uuid: `reply at ${at}`,
  account_uuid: 'account-1',
  batch_uuid: 'batch-1',
  message_uuid: 'message-1',
  channel: 'sms',
  message,
  at,
  from: 447_700_900_123,
  to: 'DEMO',
});

const texts = (...[conversation]: Parameters<typeof conversationLines>) =>
  conversationLines(conversation).map((line) =>
    'message' in line ? line.message.body : line.inbound.message,
  );

test('messages and replies are in order of time, each with its day', () => {
  const lines = conversationLines({
    number: '447700900123',
    messages: [
      messageView({ body: 'Second', sentAt: '2026-01-02T10:00:00.000Z' }),
      messageView({ body: 'First', sentAt: '2026-01-01T10:00:00.000Z' }),
    ],
    inbound: [reply('2026-01-01T11:00:00.000Z', 'Reply')],
  });
  expect(lines.map(({ day }) => day)).toEqual(['1 Jan 2026', '1 Jan 2026', '2 Jan 2026']);
  expect(lines.map((line) => 'message' in line)).toEqual([true, false, true]);
});

test('a scheduled message is at the time it is due, after later replies', () => {
  const scheduled = messageView({
    body: 'Scheduled',
    state: 'scheduled',
    sendAt: '2026-02-01T00:00:00.000Z',
    sentAt: null,
  });
  const inbound = [reply('2026-01-15T00:00:00.000Z', 'Reply')];
  expect(texts({ number: '1', messages: [scheduled], inbound })).toEqual(['Reply', 'Scheduled']);
});

test('a message that was not sent is at the time it was queued', () => {
  const queued = messageView({ body: 'Queued', state: 'failed', sentAt: null });
  expect(conversationLines({ number: '1', messages: [queued], inbound: [] })[0]?.at).toBe(queued.queuedAt);
});

test('times with different zones are compared as instants', () => {
  const early = reply('2026-01-01T10:30:00.000+01:00', 'Early');
  const late = messageView({ body: 'Late', sentAt: '2026-01-01T10:00:00.000Z' });
  expect(texts({ number: '1', messages: [late], inbound: [early] })).toEqual(['Early', 'Late']);
});
