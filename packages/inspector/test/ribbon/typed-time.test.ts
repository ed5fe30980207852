import { expect, test } from 'vitest';
import { instantIn, periodTyped } from '../../src/ribbon/typed-time.ts';

const NOW = Date.parse('2026-01-01T09:00:30Z');
const iso = (at: number | undefined) => at && new Date(at).toISOString().replace('.000Z', 'Z');

test.each([
  ['14:30', '2026-01-01T14:30:00Z'],
  ['8:05:07', '2026-01-01T08:05:07Z'],
  ['tomorrow 9:00', '2026-01-02T09:00:00Z'],
  ['Yesterday  23:59', '2025-12-31T23:59:00Z'],
  ['2 Jan 14:30', '2026-01-02T14:30:00Z'],
  ['3 october 2027 00:00', '2027-10-03T00:00:00Z'],
  ['3 Oct 10:00', '2026-10-03T10:00:00Z'],
  ['2026-02-28 14:30', '2026-02-28T14:30:00Z'],
  ['2026-02-28T14:30Z', '2026-02-28T14:30:00Z'],
  ['in 2 h', '2026-01-01T11:00:30Z'],
  ['+90 min', '2026-01-01T10:30:30Z'],
  ['in 3 days', '2026-01-04T09:00:30Z'],
])('“%s” is %s', (typed, expected) => {
  expect(iso(instantIn(typed, NOW))).toBe(expected);
});

test.each([
  '',
  '14',
  '24:00',
  '12:60',
  '31 Feb 10:00',
  '2026-13-01 10:00',
  'someday 10:00',
  'in 2 weeks',
  '2 h',
  'in 99999999999999999999 d',
])('“%s” is not a time', (typed) => {
  expect(instantIn(typed, NOW)).toBeUndefined();
});

test.each([
  ['8:00-9:30', '2026-01-01T08:00:00Z', '2026-01-01T09:30:00Z'],
  ['yesterday 22:00 – 23:15', '2025-12-31T22:00:00Z', '2025-12-31T23:15:00Z'],
  ['2 Jan 08:00:10-08:00:20', '2026-01-02T08:00:10Z', '2026-01-02T08:00:20Z'],
])('“%s” is a period', (typed, from, to) => {
  const period = periodTyped(typed, NOW);
  expect([iso(period?.from), iso(period?.to)]).toEqual([from, to]);
});

test.each(['9:30-8:00', '9:30', '9:30-', '25:00-26:00'])('“%s” is not a period', (typed) => {
  expect(periodTyped(typed, NOW)).toBeUndefined();
});
