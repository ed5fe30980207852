import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitting, readFor, SHOWN, scaleOf, shownAt, zoomed } from '../../src/ribbon/window.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-01-01T09:00Z');

test.each([
  ['nothing yet', 0, 0, HOUR / 4],
  ['an hour, and a job in a minute', HOUR, 60_000, 3 * HOUR],
  ['a quarter of an hour, and a job in half an hour', HOUR / 4, HOUR / 2, 3 * HOUR],
  ['four hours, and a job tomorrow, which would hide them', 4 * HOUR, 19 * HOUR, 12 * HOUR],
  ['an hour, and a job in three months', HOUR, 90 * DAY, 3 * HOUR],
  ['a year', 365 * DAY, 0, 30 * DAY],
])('the ribbon fits %s', (_, before, after, scale) => {
  expect(fitting(NOW, NOW - before, NOW + after)).toBe(scale);
});

const instants = fc.integer({ min: -8.64e15, max: 8.64e15 });
const scales = fc.constantFrom(60_000, HOUR, DAY, 30 * DAY);

test('whatever is shown has been read, in bins of whole steps, also at the ends of time', () => {
  fc.assert(
    fc.property(instants, scales, fc.option(instants, { nil: undefined }), (now, scale, center) => {
      const shown = shownAt(scale, now, center);
      const { from, to, bins } = readFor(shown, scale);
      expect(from).toBeLessThanOrEqual(shown.from);
      expect(to).toBeGreaterThanOrEqual(shown.to);
      expect(bins).toBe((5 / 4) * SHOWN);
      expect(() => [new Date(from).toISOString(), new Date(to).toISOString()]).not.toThrow();
    }),
  );
});

test('while a clock goes on, the same part is read for a while', () => {
  const reads = Array.from(
    { length: 100 },
    (_, second) => readFor(shownAt(HOUR, NOW + second * 1_000), HOUR).from,
  );
  expect(new Set(reads).size).toBeLessThanOrEqual(2);
});

test('zooming in and out again leads back, and ends at a minute and a month', () => {
  expect(zoomed(zoomed(HOUR, 1), -1)).toBe(HOUR);
  expect(zoomed(60_000, -1)).toBe(60_000);
  expect(zoomed(30 * DAY, 1)).toBe(30 * DAY);
});

test('a period is shown with as much around it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 14 * DAY }), (length) => {
      expect(scaleOf({ from: NOW, to: NOW + length })).toBeGreaterThanOrEqual(2 * length);
    }),
  );
});
