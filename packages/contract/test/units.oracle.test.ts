import { countUnits } from '@messaging-service/contract';
import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { describe, expect, test } from 'vitest';

/** An oracle is slow: a busy machine makes fewer runs, and a failure shows the smallest example that was found until then. */
const upTo = (numRuns: number) => ({ numRuns, plugins: [fc.interruptAfterTimeLimit(3000)] });

// All of one UTF-16 code unit, so that they can be split.
const BASIC = 'abcXYZ019 @£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&\'()*+,-./:;<=>?¡ÄÖÑÜ§¿äöñüà'.split('');
const EXTENSION = '\f^{}\\[~]|€'.split('');
const UCS2 = '`áçłŐαβγЖщїאשع中語かカ한“”—…\u00a0'.split('');
const ASTRAL = ['😀', '🎉', '📅', '𝒳', '𠮷', '🏥'];

/*
 * The oracle works on grapheme clusters and lets none of them span two parts, so it is wrong wherever a cluster has several
 * code points: a network splits between those as between any others. No text below has combining marks, joiners,
 * variation selectors, conjoining Hangul, skin tones or regional indicators, and "\r\n" is one cluster to it too.
 */
const character = (weights: { basic: number; extension: number; ucs2: number; astral: number }) =>
  fc.oneof(
    { weight: weights.basic, arbitrary: fc.constantFrom(...BASIC) },
    { weight: weights.extension, arbitrary: fc.constantFrom(...EXTENSION) },
    { weight: weights.ucs2, arbitrary: fc.constantFrom(...UCS2) },
    { weight: weights.astral, arbitrary: fc.constantFrom(...ASTRAL) },
  );

const text = (weights: Parameters<typeof character>[0]) =>
  fc.string({ unit: character(weights), maxLength: 700, size: 'max' });

/** Counts tend to be wrong at lengths at which a part ends, and random lengths seldom hit them. */
const nearBoundary = (filler: string, special: string, ends: readonly number[]) =>
  fc
    .record({ end: fc.constantFrom(...ends), shift: fc.integer({ min: -3, max: 3 }) })
    .chain(({ end, shift }) =>
      fc.string({ unit: fc.constantFrom(filler, special), maxLength: 12 }).map((tail) => ({
        before: filler.repeat(Math.max(0, end + shift)),
        tail,
      })),
    )
    .map(({ before, tail }) => before + special + tail);

function expectAgreement(sample: string): void {
  const oracle = new SegmentedMessage(sample);
  expect(countUnits(sample)).toMatchObject({ encoding: oracle.encodingName, units: oracle.segmentsCount });
}

describe('sms-segments-calculator counts the same units (MSG-11)', () => {
  test.each([
    ['GSM 03.38', { basic: 9, extension: 1, ucs2: 0, astral: 0 }],
    ['mostly escaped characters', { basic: 1, extension: 9, ucs2: 0, astral: 0 }],
    ['scripts of one code unit', { basic: 3, extension: 1, ucs2: 6, astral: 0 }],
    ['mostly astral characters', { basic: 1, extension: 1, ucs2: 1, astral: 9 }],
    ['everything mixed', { basic: 6, extension: 2, ucs2: 1, astral: 1 }],
  ])('of texts in %s', (_name, weights) => {
    fc.assert(fc.property(text(weights), expectAgreement), upTo(200));
  });

  test('of texts around the ends of units', () => {
    const gsm = nearBoundary('a', '€', [151, 153, 158, 160, 305, 458]);
    const ucs2 = nearBoundary('α', '😀', [65, 67, 68, 70, 133, 200]);
    fc.assert(fc.property(fc.oneof(gsm, ucs2), expectAgreement), upTo(500));
  });

  test('of every single character of the basic plane', () => {
    const differing: string[] = [];
    for (let code = 0; code < 0x10000; code++) {
      const sample = String.fromCharCode(code);
      if (countUnits(sample).encoding !== new SegmentedMessage(sample).encodingName) {
        differing.push(code.toString(16));
      }
    }
    expect(differing).toEqual([]);
  });
});

test('`remaining` is exactly the room that is left in the last unit (MSG-11)', () => {
  const weights = { basic: 8, extension: 2, ucs2: 0, astral: 0 };
  const sample = fc.oneof(text(weights), text({ ...weights, ucs2: 1, astral: 1 }));
  fc.assert(
    fc.property(sample, (start) => {
      const { encoding, units, remaining } = countUnits(start);
      // Takes one septet or one code unit, and does not change the encoding.
      const filler = encoding === 'GSM-7' ? 'a' : 'α';
      expect(countUnits(start + filler.repeat(remaining))).toMatchObject({ units, remaining: 0 });
      expect(countUnits(start + filler.repeat(remaining + 1)).units).toBe(units + 1);
    }),
  );
});
