import { expect, test } from 'vitest';
import type { JobView } from '../../src/api/types.ts';
import { describeJob } from '../../src/clock/agenda.ts';

const dueAt = '2026-01-01T09:00:00.000Z';
const id = 'any';
const to = '447700900123';

test.each<[JobView, string]>([
  [
    { id, dueAt, kind: 'send-batch', batchUuid: 'b', accountUuid: 'a', messages: 1, to, text: 'Hi' },
    'Send “Hi” to +447700900123',
  ],
  [
    {
      id,
      dueAt,
      kind: 'send-batch',
      batchUuid: 'b',
      accountUuid: 'a',
      messages: 1_500,
      to,
      text: 'A'.repeat(50),
    },
    `Send “${'A'.repeat(40)}…” to +447700900123 and 1,499 others`,
  ],
  [
    { id, dueAt, kind: 'resolve-messages', delivered: true, messages: 2, to, text: 'Hi' },
    'Deliver “Hi” to +447700900123 and 1 other',
  ],
  [
    { id, dueAt, kind: 'resolve-messages', delivered: false, messages: 1, to, text: 'Hi' },
    'Fail “Hi” to +447700900123',
  ],
  [
    { id, dueAt, kind: 'attempt-webhook', deliveryId: 'd', url: 'http://receiver.test/', attempt: 3, to },
    'Attempt 3 at a webhook to http://receiver.test/ about +447700900123',
  ],
  [{ id, dueAt, kind: 'run-schedule', accountUuid: 'a', name: 'Bakery' }, 'Run the schedule of Bakery'],
])('%o is "%s"', (job, text) => {
  expect(describeJob(job)).toBe(text);
});
