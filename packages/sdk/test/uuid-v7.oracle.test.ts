import fc from 'fast-check';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { writeUuidV7 } from '../src/uuid-v7.ts';

test('a UUID of version 7 is written as the package uuid writes it, whatever the time, the count and the random bytes (issue: client-made id)', () => {
  const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
  const instant = fc.integer({ min: 0, max: 2 ** 48 - 1 });
  const count = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  fc.assert(
    fc.property(bytes, instant, count, (random, msecs, seq) => {
      expect(writeUuidV7(random, msecs, seq)).toBe(v7({ random, msecs, seq }));
    }),
    { numRuns: 1000 },
  );
});
