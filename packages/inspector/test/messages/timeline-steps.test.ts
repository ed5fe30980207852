import { expect, test } from 'vitest';
import type { TimelineStep } from '../../src/api/types.ts';
import { describeStep } from '../../src/messages/timeline-steps.ts';
import { messageView } from '../sample-data.ts';

type Content<Step> = Step extends unknown ? Omit<Step, 'at' | 'isPlanned'> : never;

const describe = (content: Content<TimelineStep>, isPlanned = false) =>
  describeStep({ at: '2026-01-01T09:00:00.000Z', isPlanned, ...content }, messageView());

test('the request links to the log', () => {
  const request = {
    id: 7,
    at: '2026-01-01T09:00:00.000Z',
    method: 'POST',
    url: '/message?key=****0123',
    status: 200,
    errorCode: null,
    summary: null,
    fault: null,
    tookMs: 1.5,
  };
  expect(describe({ kind: 'requested', request })).toEqual({
    name: 'Requested',
    kind: 'done',
    note: 'POST /message · 200 · 1.50 ms',
    link: { kind: 'request', id: '7', text: 'Request #7' },
  });
});

test('credits link to the ledger of the account', () => {
  expect(describe({ kind: 'credits-held', seq: 1, credits: 1 })).toMatchObject({
    name: 'Credits held',
    note: '1 credit',
    link: { kind: 'account', id: 'account-1' },
  });
});

test('a scheduled message that waits has an open step at the time it is due', () => {
  expect(describe({ kind: 'due' }, true)).toMatchObject({ name: 'Due', kind: 'open' });
  expect(describe({ kind: 'due' })).toMatchObject({ name: 'Due', kind: 'done' });
});

test.each([
  [[], 'by sms'],
  [['rcs'], 'by sms, because rcs is not supported'],
] as const)('the hand-over names the channel after %j', (skipped, note) => {
  expect(describe({ kind: 'sent', channel: 'sms', skipped })).toMatchObject({ name: 'Sent', note });
});

test.each([
  ['delivered', 'Delivered'],
  ['failed', 'Failed'],
] as const)('a message that is %s shows its receipt', (kind, name) => {
  const receipt = { code: '40', description: 'No provider' };
  expect(describe({ kind, receipt })).toEqual({ name, kind, note: '40 No provider' });
});

test.each([
  [{ status: 200, error: null, tookMs: 12.3 }, false, 'Webhook attempt 2', 'delivered', '200 · 12.30 ms'],
  [{ status: 500, error: null, tookMs: null }, false, 'Webhook attempt 2', 'failed', '500'],
  [
    { status: null, error: 'ECONNREFUSED', tookMs: null },
    false,
    'Webhook attempt 2',
    'failed',
    'ECONNREFUSED',
  ],
  [{ status: null, error: null, tookMs: null }, true, 'Webhook attempt 2 planned', 'open', undefined],
] as const)('the webhook attempt %j (planned: %s) is described', (result, isPlanned, name, kind, note) => {
  const attempt = {
    kind: 'webhook',
    deliveryId: 'delivery-1',
    webhook: 'delivery-receipt',
    url: 'http://x/',
    attempt: 2,
  } as const;
  expect(describe({ ...attempt, ...result }, isPlanned)).toEqual({
    name,
    kind,
    note: ['delivery-receipt', note].filter((part) => part !== undefined).join(' · '),
    link: { kind: 'webhook', id: 'delivery-1', text: 'Webhook' },
  });
});

test('a reply shows its invisible characters', () => {
  const reply = { kind: 'reply', from: '447700900123', message: 'Yes\u202E' } as const;
  expect(describe(reply)).toMatchObject({ name: 'Reply', note: 'Yes[U+202E]' });
});
