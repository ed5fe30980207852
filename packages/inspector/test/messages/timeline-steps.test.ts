import { expect, test } from 'vitest';
import { timelineSteps } from '../../src/messages/timeline-steps.ts';
import { messageView } from '../sample-data.ts';

const names = (...parameters: Parameters<typeof timelineSteps>) =>
  timelineSteps(...parameters).map(({ name, kind }) => `${name} ${kind}`);

test('a message that was delivered immediately was queued, sent and delivered', () => {
  expect(timelineSteps(messageView())).toEqual([
    { name: 'Queued', at: '2026-01-01T09:00:00.000Z', kind: 'done' },
    { name: 'Sent', at: '2026-01-01T09:00:01.000Z', kind: 'done', note: 'by sms' },
    { name: 'Delivered', at: '2026-01-01T09:00:03.000Z', kind: 'delivered', note: '00 Successful' },
  ]);
});

test('a scheduled message that waits has an open step at the time it is due', () => {
  const message = messageView({
    state: 'scheduled',
    sendAt: '2026-01-02T07:30:00.000Z',
    sentAt: null,
    resolvedAt: null,
    receipt: null,
    channel: null,
  });
  expect(timelineSteps(message)).toEqual([
    { name: 'Queued', at: message.queuedAt, kind: 'done' },
    { name: 'Due', at: '2026-01-02T07:30:00.000Z', kind: 'open', note: 'scheduled' },
  ]);
});

test('a scheduled message that was sent keeps the step at the time it was due', () => {
  const message = messageView({ sendAt: '2026-01-01T09:00:01.000Z' });
  expect(names(message)).toEqual(['Queued done', 'Due done', 'Sent done', 'Delivered delivered']);
});

test('a message without a result has no last step', () => {
  expect(names(messageView({ state: 'sent', resolvedAt: null, receipt: null }))).toEqual([
    'Queued done',
    'Sent done',
  ]);
});

test('a message that no provider took fails without being sent', () => {
  const receipt = { code: '40', description: 'No provider' };
  const message = messageView({ state: 'failed', sentAt: null, channel: null, receipt });
  expect(timelineSteps(message).at(-1)).toEqual({
    name: 'Failed',
    at: message.resolvedAt,
    kind: 'failed',
    note: '40 No provider',
  });
  expect(names(message)).toEqual(['Queued done', 'Failed failed']);
});
