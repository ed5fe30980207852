import { expect, test } from 'vitest';
import { stepOf as chartStepOf } from '../../src/ledger/chart-keys.ts';
import { stepOf as gridStepOf } from '../../src/lists/grid-keys.ts';

test.each([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['PageDown', 20],
  ['PageUp', -20],
  ['Home', -800],
  ['End', 800],
  ['Enter', undefined],
])('in a table of 800 rows with pages of 20, %s moves the selection by %s', (key, step) => {
  expect(gridStepOf(key, 20, 800)).toBe(step);
});

test.each([
  ['ArrowRight', 1],
  ['ArrowUp', 1],
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
  ['End', 99],
  ['Home', -99],
  ['Tab', undefined],
])('on a chart of 100 changes, %s moves the cursor by %s', (key, step) => {
  expect(chartStepOf(key, 99)).toBe(step);
});
