import { invisibleCharacters, readPhoneNumber, readWrittenPhoneNumber } from '@messaging-service/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test.each([
  ['447700900123', '447700900123'],
  ['+447700900123', '447700900123'],
  ['+44 (0)7700-900.123', '447700900123'],
  ['00 44 7700 900123', '447700900123'],
  ['44 7700 900123', '447700900123'],
  ['353 1 234 5678', '35312345678'],
  ['+39 (0)6 6982 1234', '390669821234'],
  ['\u202A+44\u00A07700\u202F900123\u202C', '447700900123'],
  ['tel:+44-7700-900123;x=1', '447700900123'],
  ['+٤٤٧٧٠٠٩٠٠١٢٣', '447700900123'],
  [447700900123, '447700900123'],
  ['07700 900123', undefined],
  ['321 555 0123', undefined],
  ['(670) 234-5678', undefined],
  ['4477 0090', undefined],
  ['+44 7700 900123 ext. 7', undefined],
  ['tel:+447700900123;ext=7', undefined],
  ['+123456', undefined],
  ['+1234567890123456', undefined],
  ['+0447700900123', undefined],
  ['DEMO', undefined],
  ['', undefined],
  [1.5, undefined],
  [-447700900123, undefined],
] as const)('%j is read as %j (API-3)', (written, number) => {
  expect(readPhoneNumber(written)).toBe(number);
});

test('reading a number twice changes nothing, whatever is between its digits', () => {
  const parts = fc.array(
    fc.constantFrom(
      '4',
      '7',
      '0',
      '٩',
      '+',
      '(0)',
      ' ',
      '\u00A0',
      '-',
      '\u2013',
      '.',
      '\u200E',
      ';ext=1',
      'x',
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(parts, (text) => {
      const number = readPhoneNumber(text.join(''));
      if (number === undefined) return;
      expect(number).toMatch(/^[1-9][0-9]{6,14}$/);
      expect(readPhoneNumber(number)).toBe(number);
      expect(readPhoneNumber(`+${number}`)).toBe(number);
      expect(readPhoneNumber(Number(number))).toBe(number);
    }),
  );
});

test('a number that is not whole keeps its groups', () => {
  expect(readWrittenPhoneNumber('(0) 7700 900')).toEqual({
    plus: false,
    bracketed: true,
    groups: ['0', '7700', '900'],
  });
  expect(readWrittenPhoneNumber('call me')).toBeUndefined();
});

test('characters that nobody sees have names, each once', () => {
  expect(invisibleCharacters('\uFEFF44\u00A07700\u00A0900123\n')).toBe('U+FEFF, U+00A0, U+000A');
  expect(invisibleCharacters('+44 7700 900123')).toBe('');
});
