import { printable, printableLines } from '@messaging-service/command-line';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test.each([
  ['an escape sequence', 'red \u001b[31m', 'red \\u001b[31m'],
  ['a title of the window', '\u001b]0;mine\u0007', '\\u001b]0;mine\\u0007'],
  ['a control character of one byte', '\u009b31m', '\\u009b31m'],
  ['a change of direction', 'abc\u202ecba', 'abc\\u202ecba'],
  ['an isolated direction', '\u2066a\u2069', '\\u2066a\\u2069'],
  ['a direction mark', '\u200ea\u200f\u061c', '\\u200ea\\u200f\\u061c'],
  ['a new line', 'a\nb\r\u2028c\u0085', 'a\\u000ab\\u000d\\u2028c\\u0085'],
  ['a tab and a backspace', 'a\tb\b', 'a\\u0009b\\u0008'],
  ['an invisible character', 'a\u200bb\u00adc\ufeff', 'a\\u200bb\\u00adc\\ufeff'],
  ['an invisible letter of a tag', 'a\u{e0041}', 'a\\udb40\\udc41'],
  ['a joiner at an edge', '\u200da b\u200d c', '\\u200da b\\u200d c'],
  ['a joiner between digits', '1\u200d2', '1\\u200d2'],
  ['two joiners', 'ک\u200c\u200cت', 'ک\\u200c\\u200cت'],
])('%s is shown as its escape', (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test.each([
  ['an astronaut', '👩🏽\u200d🚀'],
  ['a family', '👨\u200d👩\u200d👧'],
  ['a heart on fire', '❤️\u200d🔥'],
  ['a flag', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['Persian', 'می\u200cخواهم'],
  ['Hindi', 'क्\u200dष'],
  ['Arabic numbers', '\u0600١٢'],
  ['accents and combining marks', 'naïve e\u0301 Ünïcode 漢字'],
])('%s is text', (_, text) => {
  expect(printable(text)).toBe(text);
});

test('no text leads to a character that a terminal acts on', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printable(text)).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u);
      expect(printable(printable(text))).toBe(printable(text));
    }),
  );
});

test('a text of several lines keeps its lines and tabs', () => {
  expect(printableLines('Error\u001b[2J\n\tat file\r\n')).toBe('Error\\u001b[2J\n\tat file\\u000d\n');
});

test('JSON stays JSON', () => {
  const value = { text: 'a\u0080\u202e\u{e0041}' };
  expect(JSON.parse(printableLines(JSON.stringify(value)))).toEqual(value);
});
