import { folded } from '@messaging-service/emulator/core';
import { parseSearch } from '@messaging-service/emulator/host';
import { searchTerm } from '@messaging-service/text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** Whether a search for a text finds another one. */
const finds = (search: string, text: string) =>
  parseSearch(search, {}, () => ({ texts: [text], numbers: [] }))({});

describe('a search does not distinguish (EMU-13)', () => {
  test.each([
    ['skoda', 'Škoda'],
    ['ŠKODA', 'skoda'],
    ['strasse', 'Straße'],
    ['STRAẞE', 'strasse'],
    ['istanbul', 'İSTANBUL'],
    ['ısı', 'ISI'],
    ['οδοσ', 'ΟΔΟΣ'],
    ['οδός', 'ΟΔΟΣ'],
    ['ΤΕΛΟΣ', 'τέλος'],
    ['lodz', 'Łódź'],
    ['kobenhavn', 'København'],
    ['елка', 'Ёлка'],
    ['замок', 'за́мок'],
    ['tieng viet', 'Tiếng Việt'],
    ['ｃｏｄｅ', 'code'],
    ['code', 'ＣＯＤＥ'],
    ['ﾊﾟﾝ', 'パン'],
    ['482913', '٤٨٢٩١٣'],
    ['४८२९१३', '482913'],
    ['４８２９１３', '۴۸۲۹۱۳'],
    ['محمد', 'مُحَمَّد'],
    ['سلام', 'ســـلام'],
    ['שלום', 'שָׁלוֹם'],
    ['کتابها', 'کتاب‌ها'],
    ['한국', '한국'.normalize('NFD')],
    ['é', 'e\u0301'],
    ['a  b', 'a\u00A0b'],
  ])('%s finds %s', (search, text) => {
    expect(finds(`"${search}"`, `before ${text} after`)).toBe(true);
  });
});

describe('a search distinguishes letters (EMU-13)', () => {
  test.each([
    ['パン', 'ハン'],
    ['ハン', 'パン'],
    ['かき', 'がき'],
    ['ひ', 'び'],
    ['мой', 'мои'],
    ['мои', 'мой'],
    ['кит', 'кйт'],
    ['कि', 'की'],
    ['क', 'ख'],
    ['कल', 'काल'],
    ['กา', 'กิ'],
    ['한', '하'],
    ['நீ', 'நி'],
    ['ج', 'ح'],
    ['ب', 'ت'],
    ['o', 'а'],
  ])('%s does not find %s', (search, text) => {
    expect(finds(search, text)).toBe(false);
  });

  test.each([
    ['กา', 'ก'],
    ['पानी', 'पान'],
    ['ガ', 'カ'],
  ])('%s with its sign does not find %s without it', (search, text) => {
    expect(finds(search, text)).toBe(false);
  });
});

test('a text finds itself, in any case, and folding twice changes nothing (EMU-13)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(folded(folded(text))).toBe(folded(text));
      expect(folded(text.toUpperCase().toLowerCase())).toBe(folded(text.toLowerCase().toUpperCase()));
    }),
  );
});

test('a term that is made from a text is read as this text (EMU-13)', () => {
  const sign = fc.constantFrom(...'"\\:-+0 ()/state'.split(''));
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(sign, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })) }),
      (text) => {
        expect(finds(searchTerm(text), text)).toBe(true);
      },
    ),
  );
});
