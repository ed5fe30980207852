import { expect, test } from 'vitest';
import { timeOfLine } from '../../src/phones/line-time.ts';
import { messageView } from '../sample-data.ts';

test.each([
  ['sent', { sentAt: '2026-01-03T00:00:00.000Z' }, '2026-01-03T00:00:00.000Z'],
  ['scheduled', { sentAt: null, sendAt: '2026-02-01T00:00:00.000Z' }, '2026-02-01T00:00:00.000Z'],
  ['queued', { sentAt: null, queuedAt: '2026-01-02T00:00:00.000Z' }, '2026-01-02T00:00:00.000Z'],
])('a message that was %s has the time of that', (_, members, at) => {
  expect(timeOfLine(messageView(members))).toBe(at);
});
