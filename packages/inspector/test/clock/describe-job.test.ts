import { expect, test } from 'vitest';
import type { JobView } from '../../src/api/types.ts';
import { describeJob } from '../../src/clock/describe-job.ts';

const dueAt = '2026-01-01T09:00:00.000Z';
const id = 'any';

test.each<[JobView, string]>([
  [{ id, dueAt, kind: 'send-batch', batchUuid: 'b', messages: 1 }, 'Send 1 scheduled message'],
  [{ id, dueAt, kind: 'send-batch', batchUuid: 'b', messages: 1_500 }, 'Send 1,500 scheduled messages'],
  [{ id, dueAt, kind: 'resolve-messages', delivered: true, messages: 2 }, 'Deliver 2 messages'],
  [{ id, dueAt, kind: 'resolve-messages', delivered: false, messages: 1 }, 'Fail 1 message'],
  [
    { id, dueAt, kind: 'attempt-webhook', deliveryId: 'd', url: 'http://receiver.test/', attempt: 3 },
    'Attempt 3 at a webhook to http://receiver.test/',
  ],
  [{ id, dueAt, kind: 'run-schedule', accountUuid: 'a', name: 'Bakery' }, 'Run the schedule of Bakery'],
])('%o is "%s"', (job, text) => {
  expect(describeJob(job)).toBe(text);
});
