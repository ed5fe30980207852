import { expect, test } from 'vitest';
import { happenedInWords } from '../../src/clock/happened.ts';

const nothing = { queued: 0, resolved: 0, replies: 0, attempts: 0, facts: 0 };

test.each([
  [{}, undefined],
  [{ queued: 1, facts: 3 }, '1 message queued'],
  [
    { queued: 2_000, resolved: 1, replies: 1, attempts: 2, facts: 9_000 },
    '2,000 messages queued, 1 message delivered or failed, 1 reply, 2 webhook attempts',
  ],
  [{ facts: 1 }, '1 other change'],
  [{ facts: 12 }, '12 other changes'],
])('%o is "%s" in words', (counts, words) => {
  expect(happenedInWords({ ...nothing, ...counts })).toBe(words);
});
