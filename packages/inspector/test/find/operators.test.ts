import { describe, expect, test } from 'vitest';
import { filtersIn, MESSAGE_OPERATORS, queryOf } from '../../src/find/filters.ts';
import { parseTyped, type Typed } from '../../src/find/operators.ts';
import { accountOverview } from '../sample-data.ts';

const parse = (typed: string, isComplete = true) => parseTyped(typed, MESSAGE_OPERATORS, isComplete);

describe('a search text', () => {
  test.each<[string, Typed]>([
    ['hello', { filters: {}, text: 'hello' }],
    ['state:failed', { filters: { state: 'failed' }, text: '' }],
    ['State:FAILED your code', { filters: { state: 'failed' }, text: 'your code' }],
    ['to:+44 7700 900123 code:22', { filters: { to: '+44 7700 900123', code: '22' }, text: '' }],
    ['to:+44 7700 900123 5 items', { filters: { to: '+44 7700 900123' }, text: '5 items' }],
    ['to:+44 7700 900123 10 items', { filters: { to: '+44 7700 900123' }, text: '10 items' }],
    ['to:+1 (555) 010-1234 24 hours', { filters: { to: '+1 (555) 010-1234' }, text: '24 hours' }],
    ['to:+44 (0)7700 900123', { filters: { to: '+44 (0)7700 900123' }, text: '' }],
    ['to:+33 6 12 34 56 78 code:22', { filters: { to: '+33 6 12 34 56 78', code: '22' }, text: '' }],
    ['to:+49 1512 3456789 5 items', { filters: { to: '+49 1512 3456789' }, text: '5 items' }],
    ['hello account:"The Bakery" there', { filters: { account: 'The Bakery' }, text: 'hello there' }],
    ['after:10:30 before:2026-02-01', { filters: { after: '10:30', before: '2026-02-01' }, text: '' }],
  ])('%j has the operators and the text %o', (typed, found) => {
    expect(parse(typed)).toEqual(found);
  });

  test.each(['see http://example.test', 'state:lost', 'state:', 'unstate:failed', 'note: hello'])(
    'without an operator, %j stays text',
    (typed) => {
      expect(parse(typed)).toEqual({ filters: {}, text: typed });
    },
  );

  test.each([
    'state:failed',
    'to:+44',
    'to:+44 ',
    'to:+44 7700 900123',
    'to:+49 1512 3456 7',
    'to:+49 1512 3456789 ',
    'code:2',
  ])('that ends with %j may still grow, so the operator waits', (typed) => {
    expect(parse(typed, false)).toEqual({ filters: {}, text: typed });
  });

  test.each<[string, Record<string, string>]>([
    ['state:failed ', { state: 'failed' }],
    ['account:"The Bakery"', { account: 'The Bakery' }],
    ['to:+44 7700 900123 ', { to: '+44 7700 900123' }],
    ['to:+49 1512 3456789 x', { to: '+49 1512 3456789' }],
  ])('%j has a complete operator', (typed, filters) => {
    expect(parse(typed, false).filters).toEqual(filters);
  });
});

describe('filters', () => {
  const now = Date.parse('2026-01-02T12:00:00Z');
  const account = accountOverview({
    name: 'The Bakery',
    identifier: '0b5e2c1a-1111-4222-8333-444455556666',
  });
  const query = (filters: Record<string, string>) => queryOf(filters, [account], now);

  test('are the parameters of an address that are operators and have a value', () => {
    const parameters = { id: '1', search: 'x', state: 'failed', to: '' };
    expect(filtersIn(parameters, MESSAGE_OPERATORS)).toEqual({ state: 'failed' });
  });

  test.each([
    ['9:05', '2026-01-02T09:05Z'],
    ['10:30', '2026-01-02T10:30Z'],
    ['10:30:01', '2026-01-02T10:30:01Z'],
    ['2026-01-01', '2026-01-01T00:00Z'],
    ['2026-01-01T08:00', '2026-01-01T08:00Z'],
    ['2026-01-01T08:00+01:00', '2026-01-01T08:00+01:00'],
    ['2026-01-01T08:00Z', '2026-01-01T08:00Z'],
  ])('have the time %s as %s', (given, instant) => {
    expect(query({ after: given, before: given })).toEqual({ after: instant, before: instant });
  });

  test.each(['the bakery', 'Bakery', '0b5e2c1a', account.identifier])('name the account as %j', (given) => {
    expect(query({ account: given })).toEqual({ account: account.identifier });
  });

  test('by an unknown account find nothing', () => {
    expect(query({ account: 'nobody' })).toEqual({ account: '00000000-0000-0000-0000-000000000000' });
  });
});
