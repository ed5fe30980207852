import { expect, test } from 'vitest';
import { happenedInWords } from '../../src/clock/happened.tsx';

const nothing = { queued: 0, sent: 0, delivered: 0, failed: 0, replies: 0, attempts: 0, facts: 0 };

test.each([
  [{}, undefined],
  [{ queued: 1, facts: 3 }, '1 message queued'],
  [
    { queued: 2_000, sent: 3, delivered: 1, failed: 2, replies: 1, attempts: 2, facts: 9_000 },
    '2,000 messages queued, 3 sent, 1 delivered, 2 failed, 1 reply, 2 webhook attempts',
  ],
  [{ facts: 1 }, '1 other change'],
  [{ facts: 12 }, '12 other changes'],
])('%o is "%s" in words', (counts, words) => {
  expect(happenedInWords({ ...nothing, ...counts })).toBe(words);
});
