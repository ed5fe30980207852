import { isBelowShare } from '@messaging-service/emulator/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const LARGEST = Number.MAX_SAFE_INTEGER;

/** Rational arithmetic on a numerator and a power of ten that the test itself wrote as decimal text. */
const decimals = fc
  .integer({ min: 0, max: 15 })
  .chain((places) => fc.tuple(fc.integer({ min: 0, max: 10 ** places }), fc.constant(places)))
  .map(([numerator, places]) => ({
    numerator: BigInt(numerator),
    denominator: 10n ** BigInt(places),
    share: Number(`${numerator}e-${places}`),
  }));
const amounts = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }),
  fc.integer({ min: LARGEST - 1_000, max: LARGEST }),
  fc.maxSafeNat(),
);

describe('a share of an amount (NTF-3)', () => {
  test.each([
    [55, 0.55, 100, false],
    [54, 0.55, 100, true],
    [1, 1e-7, 10_000_000, false],
    [0, 5e-324, 1, true],
    [0, -0, 100, false],
    [0, 0.5, 0, false],
    [LARGEST, 1, LARGEST, false],
    [Math.floor(LARGEST / 2), 0.5, LARGEST, true],
  ])('%d below %d of %d: %s', (credits, share, amount, below) => {
    expect(isBelowShare(credits, share, amount)).toBe(below);
  });

  test('is compared as rational numbers are, whatever the values', () => {
    fc.assert(
      fc.property(decimals, amounts, fc.integer({ min: -2, max: 2 }), (decimal, amount, distance) => {
        const { numerator, denominator, share } = decimal;
        // Credits next to the share, where rounding would show.
        const nearest = (numerator * BigInt(amount)) / denominator + BigInt(distance);
        fc.pre(nearest <= BigInt(LARGEST));
        const expected = nearest * denominator < numerator * BigInt(amount);
        expect(isBelowShare(Number(nearest), share, amount)).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });
});
