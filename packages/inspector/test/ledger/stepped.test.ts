import { expect, test } from 'vitest';
import { steppedPath } from '../../src/ledger/stepped.ts';

const percent = (most: number) => (value: number) => (100 * value) / most;

test('a line keeps its credits until they change', () => {
  expect(steppedPath([0, 50, 100], [10, 20, 5], percent(100), percent(20))).toBe('M0 50H50V100H100V25H100');
});

test('a line of 100,000 changes has a path of a limited length, which reaches their highest and their lowest credits', () => {
  const xs = Array.from({ length: 100_000 }, (_, index) => index);
  const ys = xs.map((index) => (index === 54_321 ? 900 : index === 54_322 ? -900 : index % 7));
  const path = steppedPath(xs, ys, percent(99_999), (value) => value);
  expect(path.split(/[MHV]/).length).toBeLessThan(10_000);
  expect(path).toContain('V900');
  expect(path).toContain('V-900');
});
