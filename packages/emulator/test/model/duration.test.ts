import { parseDuration } from '@messaging-service/emulator/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const UNITS_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const units = fc.constantFrom(...(Object.keys(UNITS_MS) as (keyof typeof UNITS_MS)[]));

describe('parseDuration (EMU-3)', () => {
  test.each(['4m59s', '1h 30m', '3 s', '3', 's', '-1s', '1w', ''])('refuses %j', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  test('reads a whole number with its unit', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10_000 }), units, (count, unit) => {
        expect(parseDuration(`${count}${unit}`)).toBe(count * UNITS_MS[unit]);
      }),
    );
  });

  test('reads a fraction to the nearest millisecond', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000 }), fc.nat({ max: 999 }), units, (whole, thousandths, unit) => {
        const text = `${whole}.${String(thousandths).padStart(3, '0')}${unit}`;
        const exact = ((whole * 1_000 + thousandths) * UNITS_MS[unit]) / 1_000;
        expect(Math.abs((parseDuration(text) ?? Number.NaN) - exact)).toBeLessThanOrEqual(0.5);
        expect(Number.isInteger(parseDuration(text))).toBe(true);
      }),
    );
  });

  test('returns whole milliseconds within the range of dates, or undefined, for any value', () => {
    const texts = fc.tuple(
      fc.string({ unit: fc.constantFrom(...'0123456789.-+e msdh'.split('')) }),
      fc.constantFrom('', 's', 'd'),
    );
    const anything = fc.oneof(
      fc.anything(),
      fc.double(),
      texts.map(([count, unit]) => count + unit),
    );
    fc.assert(
      fc.property(anything, (value) => {
        const ms = parseDuration(value);
        if (ms === undefined) return;
        expect(Number.isSafeInteger(ms) && ms >= 0 && ms <= 8.64e15).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  const strange = [-1, Number.NaN, Number.POSITIVE_INFINITY, null, true, [10], { ms: 10 }];
  const texts = ['', 's', '10', '10 s', ' 10s', '-1s', '+1s', '1e3ms', '1.s', '.5s', '1w', '10S', '10s\n'];

  test.each([...strange, ...texts].map((value) => ({ value })))('$value is not a duration', ({ value }) => {
    expect(parseDuration(value)).toBeUndefined();
  });
});
