import { describe, expect, test } from 'vitest';
import { completed, completionsOf, withoutUnfinished } from '../../src/find/completions.ts';
import { MESSAGE_OPERATORS, type Operator, type Value } from '../../src/find/operators.ts';

const VALUES: Readonly<Record<string, readonly Value[]>> = {
  accounts: ['Bakery', 'My account'],
  senders: ['DEMO'],
  codes: [
    ['00', 'Successful'],
    ['22', 'Absent subscriber'],
  ],
};
const valuesOf = ({ values = [] }: Operator) =>
  typeof values === 'string' ? (VALUES[values] ?? []) : values;
const termsFor = (typed: string) => completionsOf(typed, MESSAGE_OPERATORS, valuesOf).map(({ term }) => term);

describe('the search field offers', () => {
  test('every operator when nothing is typed', () => {
    expect(termsFor('')).toEqual(MESSAGE_OPERATORS.map(({ name }) => `${name}:`));
  });

  test.each([
    ['st', ['state:']],
    ['skoda -ST', ['state:']],
    ['state:', ['state:scheduled', 'state:queued', 'state:sent', 'state:delivered', 'state:failed']],
    ['code:22 state:del', ['state:delivered']],
    ['-State:FAI', ['state:failed']],
    ['account:', ['account:Bakery', 'account:"My account"']],
    ['account:"my a', ['account:"My account"']],
    ['code:absent', ['code:22']],
    ['code:0', ['code:"00"']],
    ['hello', []],
    ['hello ', []],
    ['unknown:', []],
    ['http://', []],
    ['"sta', []],
    ['state:nothing', []],
  ])('after %j the terms %j', (typed, terms) => {
    expect(termsFor(typed)).toEqual(terms);
  });
});

test.each([
  ['st', 'state:', 'state:'],
  ['skoda -st', 'state:', 'skoda -state:'],
  ['skoda state:fa', 'state:failed', 'skoda state:failed '],
  ['-account:"my', 'account:"My account"', '-account:"My account" '],
])('in %j, the term %j replaces the last one', (typed, term, expected) => {
  expect(completed(typed, { term, note: '' })).toBe(expected);
});

test.each([
  ['state:', ''],
  ['skoda -state:fai', 'skoda '],
  ['account:"my acc', ''],
  ['nothing:x', ''],
  ['state:failed', 'state:failed'],
  ['skoda -State:Failed', 'skoda -State:Failed'],
  ['state:failed ', 'state:failed '],
  ['code:22', 'code:22'],
  ['code:00', 'code:00'],
  ['from:demo', 'from:demo'],
  ['account:Bakery', 'account:Bakery'],
  ['code:2', ''],
  ['account:"My account"', 'account:"My account"'],
  ['skoda', 'skoda'],
  ['https://shop.test', 'https://shop.test'],
  ['10:30', '10:30'],
])('while %j is typed, the search is %j', (typed, search) => {
  expect(withoutUnfinished(typed, completionsOf(typed, MESSAGE_OPERATORS, valuesOf))).toBe(search);
});
