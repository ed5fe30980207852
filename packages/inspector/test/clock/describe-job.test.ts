import { expect, test } from 'vitest';
import type { JobView } from '../../src/api/types.ts';
import { describeJob } from '../../src/clock/agenda.ts';

const job = {
  id: 'any',
  dueAt: '2026-01-01T09:00:00.000Z',
  kind: 'run-schedule',
  accountUuid: 'a',
} as const satisfies Partial<JobView>;

test('a job is a sentence, in which characters that hide something are visible', () => {
  expect(describeJob({ ...job, does: 'reset the paid credits of Bak\u202Eery to 0' })).toBe(
    'Reset the paid credits of Bak[U+202E]ery to 0',
  );
});
