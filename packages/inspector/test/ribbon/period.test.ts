import { expect, test } from 'vitest';
import { setPageGlobals } from '../page-globals.ts';

setPageGlobals();
const { during, periodIn, periodText } = await import('../../src/ribbon/period.ts');

const at = (text: string) => Date.parse(text);
const period = { from: at('2026-01-01T09:00Z'), to: at('2026-01-01T10:30:07.250Z') };
const TERM = 'during:2026-01-01T09:00Z/2026-01-01T10:30:07.250Z';

test.each([
  ['', TERM],
  ['state:failed "a b"', `state:failed "a b" ${TERM}`],
  ['during:9:00/10:00 code', `code ${TERM}`],
  ['code during:2026-01-01/2026-01-02', `code ${TERM}`],
])('a period replaces that of the search %j', (q, expected) => {
  expect(during(q, period)).toBe(expected);
  expect(periodIn(expected)).toEqual(period);
});

test('a search without a period has none, and keeps the rest', () => {
  expect(during(`code ${TERM} -test`, undefined)).toBe('code -test');
  expect(periodIn('code')).toBeUndefined();
  expect(periodIn('during:yesterday/today')).toBeUndefined();
  expect(periodIn('during:2026-01-02/2026-01-01')).toBeUndefined();
});

test.each([
  [period, '2026-01-01T12:00Z', '09:00:00–10:30:07.250'],
  [period, '2026-01-05T12:00Z', '1 Jan, 09:00:00–10:30:07.250'],
  [
    { from: at('2025-12-31T23:00Z'), to: at('2026-01-01T01:00Z') },
    '2026-01-01T12:00Z',
    '31 Dec 2025 23:00:00–01:00:00',
  ],
  [
    { from: at('2026-01-01T23:00Z'), to: at('2026-01-02T01:00Z') },
    '2026-01-01T12:00Z',
    '23:00:00–2 Jan 01:00:00',
  ],
  [
    { from: at('2026-01-02T23:00Z'), to: at('2026-01-03T01:00Z') },
    '2026-01-01T12:00Z',
    '2 Jan 23:00:00–3 Jan 01:00:00',
  ],
])('a period in words has each day once: %j at %s', (one, now, text) => {
  expect(periodText(one, at(now))).toBe(text);
});
