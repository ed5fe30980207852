import { describe, expect, test } from 'vitest';
import {
  count,
  dayBeside,
  dayOf,
  durationText,
  plural,
  prettyJson,
  senderText,
  spanOf,
  timeOf,
} from '../src/format.ts';

describe('a time of day', () => {
  test.each([
    ['2026-01-01T09:05:07.000Z', '09:05:07'],
    ['2026-01-01T09:05:07.040Z', '09:05:07.040'],
    ['2026-01-01T10:05:07+01:00', '09:05:07'],
  ])('%s is %s, in GMT and with milliseconds only if there are any', (at, text) => {
    expect(timeOf(at)).toBe(text);
    expect(timeOf(Date.parse(at))).toBe(text);
  });
});

describe('a day', () => {
  test('has a short month and is in GMT', () => {
    expect(dayOf('2026-01-01T23:30:00-02:00')).toBe('2 Jan 2026');
  });

  test.each([
    ['2026-03-01T23:59:59.999Z', ''],
    ['2026-02-28T23:59:59.999Z', '28 Feb'],
    ['2025-12-31T23:59:59Z', '31 Dec 2025'],
    ['2027-03-01T00:00:00Z', '1 Mar 2027'],
  ])('%s seen on 1 March 2026 is "%s"', (at, text) => {
    expect(dayBeside(at, Date.parse('2026-03-01T00:00:00Z'))).toBe(text);
  });
});

describe('a span', () => {
  test.each([
    [-5, '0 ms'],
    [0, '0 ms'],
    [999, '999 ms'],
    [1_000, '1 s'],
    [61_000, '1 min 1 s'],
    [3_600_000, '1 h'],
    [3_605_000, '1 h'],
    [7_500_000, '2 h 5 min'],
    [90_061_000, '1 d 1 h'],
  ])('of %i ms has at most its two largest adjacent units: %s', (ms, text) => {
    expect(spanOf(ms)).toBe(text);
  });
});

describe('a count', () => {
  test.each([
    [0, '0'],
    [1_250_000, '1,250,000'],
    [-20_000, '-20,000'],
  ])('%i is %s', (value, text) => {
    expect(count(value)).toBe(text);
  });

  test('has a noun in the singular or the plural', () => {
    expect([0, 1, 2, 1_200].map((value) => plural(value, 'message'))).toEqual([
      '0 messages',
      '1 message',
      '2 messages',
      '1,200 messages',
    ]);
    expect(plural(2, 'delivery', 'deliveries')).toBe('2 deliveries');
  });
});

test('JSON is indented, and any other text is unchanged', () => {
  expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(prettyJson('{"a":')).toBe('{"a":');
  expect(prettyJson('')).toBe('');
});

test.each([
  [0.1234, '0.12 ms'],
  [99.999, '100.00 ms'],
  [100, '100 ms'],
  [1_234.5, '1235 ms'],
])('a duration of %d ms is %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test.each([
  ['447700900991', '+447700900991'],
  ['+447700900991', '+447700900991'],
  ['DEMO', 'DEMO'],
  ['60777', '60777'],
])('the sender ID %s is shown as %s', (sender, shown) => {
  expect(senderText(sender)).toBe(shown);
});
