import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesGlob } from '../../src/domain/rules/glob.ts';

test.each([
  ['/message', '/message', true],
  ['/message', '/messages', false],
  ['*', '', true],
  ['/batch/*', '/batch/1', true],
  ['/batch/*', '/batch', false],
  ['*/receipts', '/shop/receipts', true],
  ['*/receipts', '/receipts/shop', false],
  ['a*b*c', 'axbxc', true],
  ['a*b*c', 'axcxb', false],
  ['a*b*c', 'abxb', false],
  ['ab*ba', 'aba', false],
  ['a*ab*b', 'aabb', true],
  ['a*ab*b', 'aab', false],
])('the pattern %j and the text %j: %j', (pattern, text, matches) => {
  expect(matchesGlob(pattern, text)).toBe(matches);
});

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
