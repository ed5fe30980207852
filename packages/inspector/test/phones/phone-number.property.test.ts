import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phoneNumberIn } from '../../src/phones/phone-number.ts';

test('a phone number is found in every spelling with spaces, brackets and hyphens', () => {
  const sign = fc.constantFrom('', '', ' ', '-', '(', ')', '\u00A0');
  const digits = fc.stringMatching(/^[1-9]\d{6,14}$/);
  fc.assert(
    fc.property(
      digits,
      fc.array(sign, { minLength: 16, maxLength: 16 }),
      fc.boolean(),
      (number, signs, hasPlus) => {
        const typed = number
          .split('')
          .map((digit, at) => `${signs[at]}${digit}`)
          .join('');
        expect(phoneNumberIn(`${hasPlus ? '+' : ''}${typed}`)).toBe(number);
      },
    ),
  );
});

test('a text with a letter is never a phone number', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\d ]{0,10}[a-zA-Zäж][\d ]{0,10}$/), (text) => {
      expect(phoneNumberIn(text)).toBeUndefined();
    }),
  );
});
