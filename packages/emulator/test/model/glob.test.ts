import { matchesGlob } from '@messaging-service/emulator/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('a pattern matches the texts that a regular expression with ".*" matches', () => {
  const of = (...characters: readonly string[]) =>
    fc.array(fc.constantFrom(...characters), { maxLength: 7 }).map((list) => list.join(''));
  fc.assert(
    fc.property(of('a', 'b', '*'), of('a', 'b'), (pattern, text) => {
      const expected = new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(text);
      expect(matchesGlob(pattern, text)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});
