import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { finish, type Scan, sorted, visitEach } from '../../src/domain/views/scan.ts';

const STEPS = 300;

function steps<Result>(scan: Scan<Result>): number {
  let count = 0;
  while (scan.next().done !== true) count++;
  return count;
}

describe('scans of long lists', () => {
  test('sort as a list does, equal items in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 50 }), { maxLength: 3_000, size: 'max' }), (keys) => {
        const items = keys.map((key, index) => ({ key, index }));
        const compare = (a: { key: number }, b: { key: number }) => b.key - a.key;
        expect(finish(sorted(items, compare))).toEqual(items.toSorted(compare));
      }),
    );
  });

  test('can be interrupted again and again, also while they sort', () => {
    const items = Array.from({ length: STEPS * 256 }, (_, index) => -index);
    expect(steps(visitEach(items, () => false))).toBe(STEPS);
    expect(steps(sorted(items, (a, b) => a - b))).toBeGreaterThan(STEPS);
  });

  test('end when the visitor returns true', () => {
    const seen: number[] = [];
    finish(visitEach([1, 2, 3, 4], (item) => seen.push(item) === 2));
    expect(seen).toEqual([1, 2]);
  });
});
