import { oneTimeCodeIn } from '@messaging-service/text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WORDINGS } from './wordings.ts';

describe('one rule for one-time codes (EMU-19)', () => {
  test.each(WORDINGS)('the code in “%s” is %s', (text, code) => {
    expect(oneTimeCodeIn(text) ?? null).toBe(code);
  });

  const digits = fc.stringMatching(/^[3-9][0-9]{3,7}$/);

  test('a code is found in digits of every script, and is returned in ASCII digits', () => {
    fc.assert(
      fc.property(
        digits,
        fc.constantFrom('٠', '۰', '०', '০', '๐', '０', '߀', '𝟎', '𝟘', '𑛐', '𑛚'),
        (code, zero) => {
          const written = code.replaceAll(/\d/g, (digit) =>
            String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)),
          );
          expect(oneTimeCodeIn(`Code: ${written}`)).toBe(code);
        },
      ),
    );
  });

  test('spaces, hyphens and quotes of a code do not matter', () => {
    const sign = fc.constantFrom(' ', '-', '\u2011', '–', '\u00A0', '\u2009');
    const around = fc.constantFrom('', '"', '“', '*', '[', '(', '【', '\u2068');
    const texts = fc.constantFrom('Your code is @.', '@ is your code', '验证码@，5分钟内有效', 'Kod: @');
    fc.assert(
      fc.property(fc.stringMatching(/^[3-9][0-9]{5}$/), sign, around, texts, (code, between, quote, text) => {
        const ends: Readonly<Record<string, string>> = {
          '“': '”',
          '[': ']',
          '(': ')',
          '【': '】',
          '\u2068': '\u2069',
        };
        const close = ends[quote] ?? quote;
        const written = `${quote}${code.slice(0, 3)}${between}${code.slice(3)}${close}`;
        expect(oneTimeCodeIn(text.replace('@', () => written))).toBe(code);
      }),
    );
  });

  test('any other text has a code of letters, digits and hyphens, or none', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('code', ' is ', ': ', '@', '#', '\n', '482', '913', '-', '2026', '£', 'PIN', '验证码'),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        expect(oneTimeCodeIn(parts.join('')) ?? '0000').toMatch(/^[\w#/.:-]{4,}|\S{4,}$/u);
      }),
    );
  });
});
