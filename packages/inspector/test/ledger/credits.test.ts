import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LedgerPoint } from '../../src/api/types.ts';
import { isFar, rangeOf, seriesOf } from '../../src/ledger/credits.ts';

const point = (paid: number, packaged = 0, held = 0): LedgerPoint => ({
  seq: 1,
  number: 1,
  at: '2026-01-01T09:00:00.000Z',
  paid,
  packaged,
  held,
});

describe('the scale of the ledger', () => {
  test('shows a small change of a large balance', () => {
    const [from, to] = rangeOf(199_929, 199_950, [], false);
    expect(to - from).toBeLessThan(30);
  });

  test('includes a threshold that is near, and not one that would make the line flat', () => {
    expect(rangeOf(990, 1_000, [985], false)[0]).toBeLessThan(985);
    expect(rangeOf(990, 1_000, [0], false)[0]).toBeGreaterThan(900);
  });

  test('shows the part below zero only for an account that gets to zero', () => {
    expect(rangeOf(0, 3, [], false)[0]).toBe(0);
    expect(rangeOf(0, 3, [], true)[0]).toBeLessThan(0);
    expect(rangeOf(-5, 3, [], true)[0]).toBeLessThan(-5);
  });

  test('includes all credits, with a margin above them', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(1_000_000), fc.array(fc.integer()), (low, size, levels) => {
        const [from, to] = rangeOf(low, low + size, levels, low <= 0);
        expect(from).toBeLessThanOrEqual(low);
        expect(to).toBeGreaterThan(low + size);
      }),
    );
  });
});

describe('the lines of the ledger', () => {
  test('are the balance alone when all credits are paid, because another line would cover it', () => {
    expect(seriesOf([point(1_000), point(999)])).toEqual(['balance']);
  });

  test('include the kinds of credits that the account has', () => {
    expect(seriesOf([point(1_000, 5), point(999)])).toEqual(['balance', 'paid', 'packaged']);
    expect(seriesOf([point(1_000), point(999, 0, 1)])).toEqual(['balance', 'paid', 'held']);
  });

  test('are not shown at first when the balance would be flat beside them', () => {
    expect(isFar([point(199_950, 0, 1), point(199_929, 0, 1)], 'held')).toBe(true);
    expect(isFar([point(100, 60), point(40, 60)], 'packaged')).toBe(false);
  });
});
