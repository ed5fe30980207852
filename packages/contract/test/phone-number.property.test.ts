import { readPhoneNumber } from '@messaging-service/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('a phone number with a plus is found in every spelling with spaces, brackets and dashes (API-3)', () => {
  const sign = fc.constantFrom('', '', ' ', '-', '(', ')', '.', '\u00A0', '\u202F', '\u2013', '\u200E');
  const digits = fc.stringMatching(/^[1-9]\d{6,14}$/);
  fc.assert(
    fc.property(digits, fc.array(sign, { minLength: 16, maxLength: 16 }), (number, signs) => {
      const typed = Array.from(number, (digit, at) => `${digit}${signs[at]}`).join('');
      fc.pre(!typed.includes('(0)'));
      expect(readPhoneNumber(`+${typed}`)).toBe(number);
      expect(readPhoneNumber(`00${typed}`)).toBe(number);
    }),
  );
});

test('a text with a letter is never a phone number', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\d ]{0,10}[a-zA-Zäж][\d ]{0,10}$/), (text) => {
      expect(readPhoneNumber(text)).toBeUndefined();
    }),
  );
});
