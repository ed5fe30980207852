import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  count,
  dayBeside,
  dayOf,
  durationText,
  plural,
  prettyJson,
  spanOf,
  timeOf,
  withoutKey,
} from '../src/format.ts';

/** Instants of this and the next centuries. */
const instant = fc.integer({ min: 0, max: Date.UTC(2200, 0) });

const UNIT_MS: Readonly<Record<string, number>> = {
  d: 86_400_000,
  h: 3_600_000,
  min: 60_000,
  s: 1_000,
  ms: 1,
};

/** The duration that a text names. */
function msOf(text: string): number {
  return [...text.matchAll(/(\d+) (\w+)/g)].reduce(
    (sum, [, number, unit = '']) => sum + Number(number) * (UNIT_MS[unit] ?? Number.NaN),
    0,
  );
}

describe('day and time of any instant', () => {
  test('together name the instant to the millisecond, whatever the time zone of the machine is', () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(Date.parse(`${dayOf(at)} ${timeOf(at)} GMT`)).toBe(at);
      }),
    );
  });

  test('are empty for today, short in this year, and whole otherwise', () => {
    fc.assert(
      fc.property(instant, instant, (at, now) => {
        const day = dayBeside(at, now);
        if (dayOf(at) === dayOf(now)) expect(day).toBe('');
        else expect(dayOf(at).startsWith(day)).toBe(true);
        expect(/\d{4}$/.test(day)).toBe(new Date(at).getUTCFullYear() !== new Date(now).getUTCFullYear());
      }),
    );
  });
});

describe('a span', () => {
  test('is never longer than the duration, and shorter by less than its smallest unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 11 }), (ms) => {
        const text = spanOf(ms);
        const [smallest = ''] = /\w+$/.exec(text) ?? [];
        expect(msOf(text)).toBeLessThanOrEqual(ms);
        expect(ms - msOf(text)).toBeLessThan(UNIT_MS[smallest] ?? 0);
      }),
    );
  });

  test('of a longer duration is never shorter', () => {
    const ms = fc.integer({ min: 0, max: 10 ** 11 });
    fc.assert(
      fc.property(ms, ms, (one, other) => {
        expect(msOf(spanOf(Math.max(one, other)))).toBeGreaterThanOrEqual(msOf(spanOf(Math.min(one, other))));
      }),
    );
  });

  test('never has a unit that is full, such as 60 s or 1000 ms', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 10 ** 10, noNaN: true }), (ms) => {
        expect(spanOf(ms)).not.toMatch(/\b(1000 ms|60 s|60 min|24 h)\b/);
      }),
      { examples: [[999.6], [59_999.9], [3_599_999.9]] },
    );
  });
});

describe('a number', () => {
  test('is written with separators', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (value) => {
        expect(Number(count(value).replaceAll(',', ''))).toBe(value);
        expect(count(value)).toMatch(/^-?\d{1,3}(,\d{3})*$/);
      }),
    );
  });

  test('has its noun in the singular for one only', () => {
    fc.assert(
      fc.property(fc.integer(), (value) => {
        expect(plural(value, 'reply', 'replies').endsWith(value === 1 ? ' reply' : ' replies')).toBe(true);
      }),
    );
  });
});

test('a duration that is measured is shown to a hundredth of a millisecond, or whole from 100 ms on', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 99.99, noNaN: true }), (ms) => {
      expect(durationText(ms)).toMatch(/^\d{1,2}\.\d\d ms$/);
    }),
  );
  fc.assert(
    fc.property(fc.double({ min: 100, max: 1e6, noNaN: true }), (ms) => {
      expect(durationText(ms)).toMatch(/^\d+ ms$/);
    }),
  );
});

test('JSON means the same after it is formatted', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.parse(prettyJson(text))).toEqual(JSON.parse(text));
    }),
  );
});

test('the key is removed from an address wherever it is, and other parameters stay', () => {
  const parameter = fc.tuple(
    fc.constantFrom<string[]>('details', 'isDryrun', 'monkey', 'k'),
    fc.stringMatching(/^\w{0,5}$/),
  );
  fc.assert(
    fc.property(fc.array(parameter, { maxLength: 4 }), fc.nat({ max: 4 }), (parameters, at) => {
      const query = (all: readonly (readonly [string, string])[]) =>
        all.map(([name, value]) => `${name}=${value}`).join('&');
      const withKey = parameters.toSpliced(at, 0, ['key', '****0123']);
      const expected = parameters.length === 0 ? '/batch' : `/batch?${query(parameters)}`;
      expect(withoutKey(`/batch?${query(withKey)}`)).toBe(expected);
    }),
  );
});
