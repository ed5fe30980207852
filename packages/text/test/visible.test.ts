import { beginning, visible, visibleLine } from '@messaging-service/text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('text stays as it is (EMU-21)', () => {
  test.each([
    ['an astronaut of several emoji', '👩🏽‍🚀'],
    ['a family', '👨‍👩‍👧‍👦'],
    ['a pirate flag', '🏴‍☠️'],
    ['a rainbow flag', '🏳️‍🌈'],
    ['a heart on fire', '❤️‍🔥'],
    ['a person who walks to the right', '🚶🏽‍♀️‍➡️'],
    ['handshakes of two skin tones', '🫱🏻‍🫲🏿'],
    ['an eye in a bubble', '👁️‍🗨️'],
    ['flags of regions', '🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴󠁵󠁳󠁣󠁡󠁿'],
    ['flags of countries', '🇬🇧🇺🇳'],
    ['keycaps', '1️⃣ #️⃣ *⃣'],
    ['signs with a selected form', '☎️ ✔︎ ©️ ↔️'],
    ['Persian with non-joiners', 'می‌خواهم کتاب‌ها را SMS‌ها'],
    ['Persian with marks', 'مِی‌رود'],
    ['an Arabic abbreviation', '١٤٤٥ ه‍'],
    ['Urdu with digits', '۱۰‌ساله'],
    ['Hindi with joiners', 'क्‍ष क्‌ष'],
    ['Marathi', 'दऱ्‍या'],
    ['Bengali with a joiner before the sign', 'র‌্যাব র‍্যাম'],
    ['Malayalam letters at the end of words', 'അവന്‍ അവള്‍'],
    ['Sinhala', 'ශ්‍රී ලංකා'],
    ['Kannada', 'ರ‍್ಯಾಂಕ್'],
    ['Mongolian with selectors', 'ᠭ᠋ᠠ'],
    ['variants of ideographs', '葛󠄀城 辻︀'],
    ['an Arabic sign of numbers', '؀١٢'],
    ['several lines', 'one\ntwo'],
    ['accents and unusual spaces', 'n̈ é\u00A0\u3000ü'],
  ])('%s', (_, text) => {
    expect(visible(text)).toBe(text);
  });
});

describe('what hides is shown by its code point (EMU-21)', () => {
  test.each([
    ['a change of direction', 'cod\u202E.exe', 'cod[U+202E].exe'],
    ['marks of direction', '\u200E\u200F\u061C', '[U+200E][U+200F][U+061C]'],
    ['isolates', '\u2066a\u2069', '[U+2066]a[U+2069]'],
    ['a space without width', 'pass\u200Bword', 'pass[U+200B]word'],
    ['a joiner of words and a byte order mark', 'a\u2060b\uFEFF', 'a[U+2060]b[U+FEFF]'],
    ['a soft hyphen', 'pay\u00ADpal', 'pay[U+00AD]pal'],
    ['joiners between Latin letters', 'pay\u200Dpal\u200Cx', 'pay[U+200D]pal[U+200C]x'],
    ['a joiner between Cyrillic letters', 'ко\u200Dд', 'ко[U+200D]д'],
    ['a joiner between digits', '48\u200D29', '48[U+200D]29'],
    ['a joiner after an emoji that joins nothing', '👩\u200D!', '👩[U+200D]!'],
    ['a joiner before an emoji that joins nothing', 'a\u200D👩', 'a[U+200D]👩'],
    ['two joiners in an emoji', '👩\u200D\u200D🚀', '👩[U+200D][U+200D]🚀'],
    ['a non-joiner at the end of a Persian word', 'کتاب\u200C ', 'کتاب[U+200C] '],
    ['two non-joiners in a Persian word', 'می\u200C\u200Cرود', 'می[U+200C][U+200C]رود'],
    ['a form of a letter', 'a\uFE0F', 'a[U+FE0F]'],
    ['a form of a digit without a keycap', '1\uFE0F2', '1[U+FE0F]2'],
    ['a second form', '☎\uFE0F\uFE0F', '☎\uFE0F[U+FE0F]'],
    ['selectors that carry data', 'a\u{E0101}\u{E0123}', 'a[U+E0101][U+E0123]'],
    ['tags without a flag', 'a\u{E0068}\u{E0069}', 'a[U+E0068][U+E0069]'],
    ['a flag without an end', '🏴\u{E0067}\u{E0062}!', '🏴[U+E0067][U+E0062]!'],
    ['a filler of Hangul', 'a\u3164b\uFFA0', 'a[U+3164]b[U+FFA0]'],
    ['a joiner of graphemes', 'a\u034Fb', 'a[U+034F]b'],
    ['separators of lines', 'a\u2028b\u2029c\u0085', 'a[U+2028]b[U+2029]c[U+0085]'],
    ['controls of a terminal', '\u001B[2J\u009B\u0007\r\t', '[U+001B][2J[U+009B][U+0007][U+000D][U+0009]'],
    ['half of a character', 'a\uD83D', 'a[U+D83D]'],
  ])('%s', (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });
});

test('a line has no control character and no change of direction, whatever the text is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visibleLine(text)).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u200B\u2028\u2029\uFEFF]/u);
    }),
  );
  expect(visibleLine('one\ntwo')).toBe('one[U+000A]two');
});

test('the beginning of a text does not cut a character', () => {
  expect(beginning('Hello', 5)).toBe('Hello');
  expect(beginning('Hello!', 5)).toBe('Hello…');
  expect(beginning('Hi 👩🏽‍🚀👩🏽‍🚀', 12)).toBe('Hi 👩🏽‍🚀…');
  expect(beginning('कक्‍षा में', 3)).not.toMatch(/्…$/u);
});
