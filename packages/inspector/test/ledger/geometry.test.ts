import { describe, expect, test } from 'vitest';
import type { LedgerPoint } from '../../src/api/types.ts';
import { momentAt, scaleOf, stepPath, thinned, ticksOf } from '../../src/ledger/geometry.ts';

const FRAME = { width: 120, height: 120, left: 10, right: 10, top: 10, bottom: 10 };

/** A ledger of paid credits alone, one change after the other. */
function ledger(...paid: number[]) {
  return paid.map((credits, index) => {
    const point: LedgerPoint = {
      seq: index,
      at: '2026-01-01T00:00:00.000Z',
      paid: credits,
      packaged: 0,
      held: 0,
    };
    return { point, along: index };
  });
}

describe('ticks', () => {
  test.each([
    [0, 1, [0, 1]],
    [0, 1_000, [0, 250, 500, 750, 1_000]],
    [-40, 90, [-50, 0, 50, 100]],
  ])('from %i to %i are whole, round and enclose both', (low, high, ticks) => {
    expect(ticksOf(low, high)).toEqual(ticks);
  });
});

describe('the line of a bucket', () => {
  test('stays level until the next change', () => {
    const moments = ledger(100, 50, 100);
    const scale = scaleOf(FRAME, moments, []);
    expect(stepPath(moments, scale, 'paid')).toBe('M10 10H60V60H110V10H110');
  });

  test('keeps the lowest and the highest of the changes that fall on one pixel', () => {
    const credits = Array.from({ length: 10_000 }, (_, index) =>
      index === 5_003 ? 0 : index === 5_004 ? 900 : 500,
    );
    const moments = ledger(...credits);
    const drawn = thinned(moments, scaleOf(FRAME, moments, []), 'paid');
    expect(drawn.length).toBeLessThanOrEqual(4 * 101);
    expect(drawn.map(({ point }) => point.paid)).toEqual(expect.arrayContaining([0, 900]));
  });

  test('of an account without a change is level, too', () => {
    const moments = ledger(7);
    expect(stepPath(moments, scaleOf(FRAME, moments, []), 'paid')).toMatch(/^M10 [\d.]+H110$/);
  });
});

test('the scale shows levels that lie beyond what was ever there', () => {
  const moments = ledger(10);
  const { y } = scaleOf(FRAME, moments, [-200, 400]);
  expect(y(400)).toBeGreaterThanOrEqual(FRAME.top);
  expect(y(-200)).toBeLessThanOrEqual(FRAME.height - FRAME.bottom);
});

test('the pointer shows the last change at or before the place', () => {
  const moments = ledger(1, 2, 3);
  expect([-1, 0, 0.9, 1, 5].map((along) => momentAt(moments, along))).toEqual([0, 0, 0, 1, 2]);
});
