import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LedgerPoint } from '../../src/api/types.ts';
import {
  creditsOf,
  type Moment,
  momentAt,
  SERIES,
  scaleOf,
  stepPath,
  thinned,
  ticksOf,
} from '../../src/ledger/geometry.ts';

const FRAME = { width: 640, height: 240, left: 48, right: 12, top: 10, bottom: 24 };

const credits = fc.integer({ min: -100_000, max: 100_000 });

/** A ledger in order of time, in which several changes can have the same time. */
const moments: fc.Arbitrary<Moment[]> = fc
  .array(fc.record({ paid: credits, packaged: credits, held: credits, pause: fc.nat({ max: 500 }) }), {
    minLength: 1,
    maxLength: 300,
  })
  .map((changes) => {
    let along = 0;
    return changes.map(({ pause, ...bucket }, seq) => {
      along += pause;
      const point: LedgerPoint = { seq, at: new Date(along).toISOString(), ...bucket };
      return { point, along };
    });
  });

const series = fc.constantFrom(...SERIES);

describe('the scale of any ledger', () => {
  test('has every value of every line and every level inside the frame, and higher values further up', () => {
    fc.assert(
      fc.property(moments, fc.array(credits, { maxLength: 3 }), (ledger, levels) => {
        const { x, y } = scaleOf(FRAME, ledger, levels);
        const values = [
          ...ledger.flatMap(({ point }) => SERIES.map((one) => creditsOf(point, one))),
          ...levels,
          0,
        ];
        for (const value of values) {
          expect(y(value)).toBeGreaterThanOrEqual(FRAME.top - 1e-6);
          expect(y(value)).toBeLessThanOrEqual(FRAME.height - FRAME.bottom + 1e-6);
        }
        for (const { along } of ledger) {
          expect(x(along)).toBeGreaterThanOrEqual(FRAME.left - 1e-6);
          expect(x(along)).toBeLessThanOrEqual(FRAME.width - FRAME.right + 1e-6);
        }
        expect(y(Math.max(...values))).toBeLessThanOrEqual(y(Math.min(...values)));
      }),
    );
  });
});

test('ticks are whole, evenly spaced, few, and enclose the values', () => {
  fc.assert(
    fc.property(credits, credits, (one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      const ticks = ticksOf(low, high);
      const steps = new Set(ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0)));
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(steps.size).toBeLessThanOrEqual(1);
      expect(ticks.length).toBeLessThanOrEqual(7);
      expect(ticks[0]).toBeLessThanOrEqual(low);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(high);
    }),
  );
});

describe('a line that is thinned to the pixels of the screen', () => {
  test('keeps the first and the last change, and the lowest and the highest value of every pixel, in order', () => {
    fc.assert(
      fc.property(moments, series, (ledger, one) => {
        const scale = scaleOf(FRAME, ledger, []);
        const kept = thinned(ledger, scale, one);
        const pixel = ({ along }: Moment) => Math.floor(scale.x(along));
        const extremes = (all: readonly Moment[]) => {
          const found = new Map<number, readonly [number, number]>();
          for (const moment of all) {
            const value = creditsOf(moment.point, one);
            const [low, high] = found.get(pixel(moment)) ?? [value, value];
            found.set(pixel(moment), [Math.min(low, value), Math.max(high, value)]);
          }
          return found;
        };
        expect(extremes(kept)).toEqual(extremes(ledger));
        expect([kept[0], kept.at(-1)]).toEqual([ledger[0], ledger.at(-1)]);
        const order = kept.map(({ point }) => point.seq);
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }),
    );
  });

  test('has at most four changes for a pixel', () => {
    fc.assert(
      fc.property(moments, series, (ledger, one) => {
        const scale = scaleOf(FRAME, ledger, []);
        const perPixel = new Map<number, number>();
        for (const { along } of thinned(ledger, scale, one)) {
          const pixel = Math.floor(scale.x(along));
          perPixel.set(pixel, (perPixel.get(pixel) ?? 0) + 1);
        }
        expect(Math.max(...perPixel.values())).toBeLessThanOrEqual(4);
      }),
    );
  });

  test('is drawn with level and upright strokes only, from the left to the right end of the chart', () => {
    fc.assert(
      fc.property(moments, series, (ledger, one) => {
        const path = stepPath(ledger, scaleOf(FRAME, ledger, []), one);
        expect(path).toMatch(/^M[\d.]+ [\d.]+(H[\d.]+|V[\d.]+)*$/);
        const across = [...path.matchAll(/H([\d.]+)/g)].map(([, x]) => Number(x));
        expect(across).toEqual(across.toSorted((a, b) => a - b));
        expect(path.startsWith(`M${FRAME.left} `)).toBe(true);
      }),
    );
  });
});

test('the cursor reads the last change that is not later than its place', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: -10, max: 200_000 }), (ledger, along) => {
      const last = ledger.findLastIndex((moment) => moment.along <= along);
      expect(momentAt(ledger, along)).toBe(Math.max(0, last));
    }),
  );
});
