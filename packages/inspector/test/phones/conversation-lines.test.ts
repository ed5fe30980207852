import { expect, test } from 'vitest';
import type { InboundView } from '../../src/api/types.ts';
import { conversationLines } from '../../src/phones/conversation-lines.ts';
import { messageView } from '../sample-data.ts';

const reply = (at: string): InboundView => ({
  mo_uuid: 'reply',
  account_uuid: 'account-1',
  batch_uuid: 'batch-1',
  message_uuid: 'message-1',
  channel: 'sms',
  message: 'Reply',
  at,
  from: 447_700_900_123,
  to: 'DEMO',
});

test('messages and replies are in the order of the conversation, each with its day', () => {
  const lines = conversationLines({
    messages: [
      messageView({ messageUuid: 'first', sentAt: '2026-01-01T10:00:00.000Z' }),
      messageView({ messageUuid: 'second', sentAt: '2026-01-02T10:00:00.000Z' }),
    ],
    inbound: [reply('2026-01-01T10:00:00.000Z')],
    order: ['first', 'reply', 'second'],
  });
  expect(lines.map(({ day }) => day)).toEqual(['1 Jan 2026', '1 Jan 2026', '2 Jan 2026']);
  expect(lines.map((line) => ('message' in line ? line.message.messageUuid : line.inbound.mo_uuid))).toEqual([
    'first',
    'reply',
    'second',
  ]);
});

test.each([
  ['sent', { sentAt: '2026-01-03T00:00:00.000Z' }, '2026-01-03T00:00:00.000Z'],
  ['scheduled', { sentAt: null, sendAt: '2026-02-01T00:00:00.000Z' }, '2026-02-01T00:00:00.000Z'],
  ['queued', { sentAt: null, queuedAt: '2026-01-02T00:00:00.000Z' }, '2026-01-02T00:00:00.000Z'],
])('a message that was %s has the time of that', (_, members, at) => {
  const message = messageView({ messageUuid: 'message', ...members });
  expect(conversationLines({ messages: [message], inbound: [], order: ['message'] })).toMatchObject([{ at }]);
});
