import { countUnits } from '@messaging-service/contract';
import { describe, expect, test } from 'vitest';

const a = (count: number) => 'a'.repeat(count);
const euro = '€'; // In the extension table of GSM 03.38: an escape and a character, two septets.
const alpha = 'α'; // Not in GSM 03.38, which has only the Greek capitals that Latin lacks.
const smile = '😀'; // One character, two UTF-16 code units.

describe('texts of GSM 03.38 (MSG-11)', () => {
  test('160 septets are one unit, 161 are two parts of up to 153', () => {
    expect(countUnits(a(160))).toEqual({ encoding: 'GSM-7', units: 1, length: 160, remaining: 0 });
    expect(countUnits(a(161))).toEqual({ encoding: 'GSM-7', units: 2, length: 161, remaining: 145 });
  });

  test('a further part begins after each 153 septets', () => {
    expect(countUnits(a(306))).toEqual({ encoding: 'GSM-7', units: 2, length: 306, remaining: 0 });
    expect(countUnits(a(307))).toEqual({ encoding: 'GSM-7', units: 3, length: 307, remaining: 152 });
  });

  test('an escaped character takes two septets', () => {
    expect(countUnits(euro)).toEqual({ encoding: 'GSM-7', units: 1, length: 2, remaining: 158 });
    expect(countUnits(euro.repeat(80))).toMatchObject({ units: 1, length: 160 });
    expect(countUnits(a(159) + euro)).toMatchObject({ units: 2, length: 161 });
  });

  test('an escaped character is never split between two units', () => {
    // The escape would be the 153rd septet, so both go into the second part, and one septet stays empty.
    expect(countUnits(a(152) + euro + a(7))).toEqual({
      encoding: 'GSM-7',
      units: 2,
      length: 161,
      remaining: 153 - 2 - 7,
    });
    expect(countUnits(a(151) + euro + a(8))).toMatchObject({ units: 2, remaining: 153 - 8 });
  });
});

describe('texts beyond GSM 03.38 (MSG-11)', () => {
  test('70 code units are one unit, 71 are two parts of up to 67', () => {
    expect(countUnits(alpha.repeat(70))).toEqual({ encoding: 'UCS-2', units: 1, length: 70, remaining: 0 });
    expect(countUnits(alpha.repeat(71))).toEqual({ encoding: 'UCS-2', units: 2, length: 71, remaining: 63 });
  });

  test('a further part begins after each 67 code units', () => {
    expect(countUnits(alpha.repeat(134))).toMatchObject({ units: 2, remaining: 0 });
    expect(countUnits(alpha.repeat(135))).toMatchObject({ units: 3, remaining: 66 });
  });

  test('a character outside the basic plane takes two code units', () => {
    expect(countUnits(smile)).toEqual({ encoding: 'UCS-2', units: 1, length: 2, remaining: 68 });
    expect(countUnits(smile.repeat(35))).toMatchObject({ units: 1, length: 70 });
    expect(countUnits(smile.repeat(36))).toMatchObject({ units: 2, length: 72 });
  });

  test('a surrogate pair is never split between two units', () => {
    // 66 fit, and the pair would be split after the 67th: it begins the second part.
    expect(countUnits(alpha.repeat(66) + smile + alpha.repeat(3))).toEqual({
      encoding: 'UCS-2',
      units: 2,
      length: 71,
      remaining: 67 - 2 - 3,
    });
    expect(countUnits(alpha.repeat(65) + smile + alpha.repeat(4))).toMatchObject({ remaining: 67 - 4 });
    expect(countUnits(smile.repeat(67))).toMatchObject({ length: 134, units: 3 });
  });

  test.each([
    ['the first pair', '\ud800\udc00', 1],
    ['the last pair', '\udbff\udfff', 1],
    ['a high half before a character that is not a low half', '\ud800\ue000', 0],
    ['a high half with a high half', '\ud800\ud800', 0],
    ['two low halves', '\udc00\udc00', 0],
    ['a letter with a low half', 'α\udc00', 0],
    ['a character behind the surrogates with a low half', '\ue000\udc00', 0],
  ])('at the end of a part, %s moves %s by %i code units', (_what, pair, moved) => {
    const text = alpha.repeat(66) + pair + alpha.repeat(10);
    expect(countUnits(text)).toMatchObject({ units: 2, length: 78, remaining: 67 - 11 - moved });
  });

  test('an escaped character takes one code unit once the text is UCS-2', () => {
    expect(countUnits(`${alpha}€[]`)).toMatchObject({ encoding: 'UCS-2', length: 4 });
  });

  test('half of a surrogate pair counts as one code unit and breaks nothing', () => {
    expect(countUnits('\ud800')).toMatchObject({ encoding: 'UCS-2', units: 1, length: 1 });
    expect(countUnits('\ud800'.repeat(134))).toMatchObject({ units: 2, length: 134 });
  });
});

test('the empty text is one unit with room for 160 septets', () => {
  expect(countUnits('')).toEqual({ encoding: 'GSM-7', units: 1, length: 0, remaining: 160 });
});
