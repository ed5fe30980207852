import { expect, test } from 'vitest';
import { spelledNumber } from '../../src/domain/views/spelled-number.ts';

test.each([
  ['+44 (0) 7700 900001', '447700900001'],
  ['0044 7700-900001', '447700900001'],
  ['44.7700.900001', '447700900001'],
  ['12-34', '1234'],
  ['1 2', '12'],
  ['900001', '900001'],
])('%j in a search means the digits %s', (text, digits) => {
  expect(spelledNumber(text)).toBe(digits);
});

test.each(['order 12-34', '12-34 is ready', '1-', '+', '1 '.repeat(21), ''])(
  '%j in a search is not a number, and stays unchanged',
  (text) => {
    expect(spelledNumber(text)).toBe(text);
  },
);
