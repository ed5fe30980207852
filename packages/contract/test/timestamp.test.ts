import { isMainThread } from 'node:worker_threads';
import { formatTimestamp, parseTimestamp } from '@messaging-service/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const NINE = Date.UTC(2026, 0, 1, 9);

describe('a timestamp is ISO 8601 down to minute precision (API-4)', () => {
  test.each([
    ['2026-01-01T09:00Z', NINE],
    ['2026-01-01T09:00:30Z', NINE + 30_000],
    ['2026-01-01T09:00:30.5Z', NINE + 30_500],
    ['2026-01-01T09:00:30.250Z', NINE + 30_250],
    ['2026-01-01T09:00:00.000999999Z', NINE],
    ['2026-01-01T09:00:00+00:00', NINE],
  ])('%s', (text, instant) => {
    expect(parseTimestamp(text)).toBe(instant);
  });

  test.each([
    ['2026-01-01T11:00+02:00', 'hours ahead of GMT'],
    ['2026-01-01T11:00+0200', 'without the colon'],
    ['2026-01-01T11:00+02', 'whole hours'],
    ['2026-01-01T14:45+05:45', 'hours and minutes'],
    ['2026-01-01T09:59+00:59', 'the most minutes'],
    ['2026-01-01T03:30-05:30', 'behind GMT'],
    ['2025-12-31T23:00-10:00', 'the day before'],
    ['2026-01-01T09:00-00:00', 'minus zero'],
  ])('%s has an offset: %s', (text) => {
    expect(parseTimestamp(text)).toBe(NINE);
  });

  // In a worker thread, TZ has no effect.
  test.runIf(isMainThread)('without a zone it is GMT, whatever the zone of the machine (API-4)', () => {
    const zone = process.env.TZ;
    try {
      process.env.TZ = 'America/New_York';
      expect(new Date(NINE).getHours()).toBe(4);
      expect(parseTimestamp('2026-01-01T09:00')).toBe(NINE);
      expect(parseTimestamp('2026-01-01T09:00:00.000')).toBe(NINE);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  test('leap days exist in leap years only', () => {
    expect(parseTimestamp('2028-02-29T00:00Z')).toBe(Date.UTC(2028, 1, 29));
    expect(parseTimestamp('2000-02-29T00:00Z')).toBe(Date.UTC(2000, 1, 29));
    expect(parseTimestamp('2026-02-29T00:00Z')).toBeUndefined();
    expect(parseTimestamp('2100-02-29T00:00Z')).toBeUndefined();
  });

  test('years below 100 are not years of the twentieth century', () => {
    expect(parseTimestamp('0026-01-01T00:00Z')).toBe(Date.parse('0026-01-01T00:00:00Z'));
  });
});

test.each([
  '2026-02-30T09:00Z',
  '2026-04-31T09:00Z',
  '2026-00-01T09:00Z',
  '2026-13-01T09:00Z',
  '2026-01-00T09:00Z',
  '2026-01-32T09:00Z',
  '2026-01-01T24:00Z',
  '9999-12-32T09:00Z',
  '2026-01-01T09:60Z',
  '2026-01-01T09:00:60Z',
  '2026-01-01T09:00+24:00',
  '2026-01-01T09:00+01:60',
])('%s does not exist, so it is refused, never moved (API-4)', (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});

test.each([
  '',
  'now',
  '2026-01-01',
  '2026-01-01T09',
  '2026-01-01T09Z',
  '2026-01-01 09:00Z',
  '2026-01-01t09:00z',
  ' 2026-01-01T09:00Z',
  '2026-01-01T09:00Z\n',
  '2026-1-1T9:00Z',
  '20260101T0900Z',
  '2026-W01-4T09:00Z',
  '2026-01-01T09:00:00,5Z',
  '2026-01-01T09:00:00.Z',
  '2026-01-01T09:00:00.0000000001Z',
  '2026-01-01T09:00 +01:00',
  '2026-01-01T09:00GMT',
  '2026-01-01T09:00[Europe/London]',
  '+002026-01-01T09:00Z',
  '1767258000',
  '٢٠٢٦-01-01T09:00Z',
])('%j is refused, because it is not an ISO 8601 timestamp with minutes (API-4)', (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});

describe('parseTimestamp against Date.parse (API-4)', () => {
  const part = (max: number, length = 2) =>
    fc.integer({ min: 0, max }).map((value) => String(value).padStart(length, '0'));
  /** Every part may exceed its range by a little, so that impossible dates and times come up. */
  const full = fc
    .record({
      date: fc.tuple(part(9999, 4), part(13), part(32)).map((parts) => parts.join('-')),
      time: fc.tuple(part(23), part(60), part(60)).map((parts) => parts.join(':')),
      fraction: part(999, 3),
      zone: fc.oneof(
        fc.constant('Z'),
        fc.tuple(fc.constantFrom('+', '-'), part(23), part(59)).map(([sign, h, m]) => `${sign}${h}:${m}`),
      ),
    })
    .map(({ date, time, fraction, zone }) => `${date}T${time}.${fraction}${zone}`);

  test('agrees on every full form, except that Date.parse accepts days that do not exist', () => {
    fc.assert(
      fc.property(full, (text) => {
        const instant = parseTimestamp(text);
        const day = Number(text.slice(8, 10));
        const parsed = Date.parse(text);
        const rolledOver = new Date(`${text.slice(0, 23)}Z`).getUTCDate() !== day;
        expect(instant).toBe(Number.isNaN(parsed) || rolledOver ? undefined : parsed);
      }),
      { numRuns: 3000 },
    );
  });

  test('no string makes it throw or return anything but an instant', () => {
    const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789-:+.TZ'.split('')), maxLength: 32 });
    fc.assert(
      fc.property(fc.oneof(digits, fc.string({ unit: anyUnit })), (text) => {
        const instant = parseTimestamp(text);
        expect(instant === undefined || Number.isSafeInteger(instant)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

test('a timestamp is written with milliseconds, in GMT (API-5)', () => {
  expect(formatTimestamp(NINE)).toBe('2026-01-01T09:00:00.000Z');
});
