import { expect, test } from 'vitest';
import { happenedInWords } from '../../src/clock/happened.tsx';

test.each([
  [{}, undefined],
  [{ 'batch-queued': 1, 'credits-charged': 1 }, '1 message queued'],
  [
    {
      'batch-queued': 2_000,
      'message-sent': 3,
      'message-delivered': 1,
      'message-failed': 2,
      'inbound-received': 1,
      'webhook-attempted': 2,
    },
    '2,000 messages queued, 3 sent, 1 delivered, 2 failed, 1 reply, 2 webhook attempts',
  ],
  [{ 'account-edited': 1 }, '1 other change'],
  [{ 'account-edited': 10, 'carrier-set': 2 }, '12 other changes'],
])('%o is "%s" in words', (counts, words) => {
  expect(happenedInWords(counts)).toBe(words);
});
