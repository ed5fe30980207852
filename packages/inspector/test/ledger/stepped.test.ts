import { expect, test } from 'vitest';
import { steppedPath } from '../../src/ledger/stepped.ts';

const percent = (most: number) => (value: number) => (100 * value) / most;

test('a line keeps its credits until they change', () => {
  expect(steppedPath([0, 50, 100], [10, 20, 5], percent(100), percent(20))).toBe('M0 50H50V100H100V25H100');
});
