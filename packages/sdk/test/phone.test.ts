import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import { normalizePhoneNumber } from '@messaging-service/sdk/phone';
import { expect, test } from 'vitest';

test.each([
  ['+44 7700 900123', undefined],
  ['  +44 (0)7700-900123 ', undefined],
  ['0044 7700 900123', undefined],
  ['00447700900123', undefined],
  ['+447700900123', 'US'],
  ['07700 900123', 'GB'],
  ['(07700) 900.123', 'GB'],
  ['00 44 7700 900123', 'GB'],
  ['0044 7700 900123', 'US'],
  ['011 44 7700 900123', 'US'],
  ['0011 44 7700 900123', 'AU'],
] as const)(
  '%s of country %s, in a usual notation, becomes digits with the country code (API-3)',
  async (text, country) => {
    const to = normalizePhoneNumber(text, { country });
    expect(to).toBe('447700900123');
    const { baseUrl, fetch, account } = createEmulator();
    const client = createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey });
    await client.messages.sendOne({ to, from: { type: 'shared' }, body: 'Hello' });
  },
);

test.each([
  ['a number of an address book, with marks of direction', '\u202A+44 7700 900123\u202C'],
  ['isolates', '\u2066+44\u2069 7700 900123'],
  ['a left-to-right and an Arabic letter mark', '\u200E\u061C+447700900123'],
  ['a byte order mark', '\uFEFF+447700900123'],
  ['soft hyphens and zero-width spaces', '+44\u00AD7700\u200B900123'],
  ['word joiners and variation selectors', '+44\u20607700\uFE0F900123'],
  ['spaces that do not break', '+44\u00A07700\u202F900123'],
  ['spaces of other widths, a tab and a line break', '\u3000+44\u20097700\t900123\r\n'],
  ['hyphens and dashes', '+44\u20107700\u20119001\u201323\u2014'],
  ['a minus and a full-width dash', '+44\u22127700\uFF0D900123'],
  ['dots, middle dots and slashes', '+44.7700\u00B7900/123'],
  ['brackets around the code', '(+44) 7700 900123'],
  ['brackets after the plus', '+(44) 7700 [900123]'],
  ['full-width characters', '\uFF0B\uFF14\uFF14\uFF087700\uFF09900123'],
  ['Arabic-Indic digits', '+٤٤٧٧٠٠٩٠٠١٢٣'],
  ['Persian digits', '+۴۴۷۷۰۰۹۰۰۱۲۳'],
  ['Devanagari digits', '+४४७७००९००१२३'],
  ['mathematical digits', '+\u{1D7D2}\u{1D7D2}7700900123'],
  ['a tel: URI', 'tel:+44-7700-900123'],
  ['a tel: URI in capitals, with parameters', 'TEL:+44(0)7700.900123;isub=1;x-note=home'],
  ['an encoded tel: URI', 'tel:%2B447700900123'],
  ['a local tel: URI with its context', 'tel:7700-900-123;phone-context=+44'],
  ['an sms: URI with a body', 'sms:+447700900123?body=Hello'],
  ['a smsto: URI', 'smsto:+447700900123'],
  ['a mms: URI', 'MMS:+44-7700-900123?body=Hello'],
  ['a whatsapp: URI', 'whatsapp:+447700900123'],
  ['a zero in brackets', '+44 (0)7700 900123'],
  ['a zero in brackets after 00', '0044(0)7700 900123'],
  ['the code without a plus', '44 7700 900123'],
  ['its own result', '447700900123'],
  ['an integer, as in inbound messages', 447700900123],
] as const)('%s is read as the number that people see (API-3)', (_, text) => {
  expect(normalizePhoneNumber(text)).toBe('447700900123');
  expect(normalizePhoneNumber(text, { country: 'GB' })).toBe('447700900123');
});

test('a zero that belongs to the number stays (API-3)', () => {
  expect(normalizePhoneNumber('+39 (0)6 6982 1234')).toBe('390669821234');
  expect(normalizePhoneNumber('+225 (0)7 01 23 45 67')).toBe('2250701234567');
});

test.each([
  ['0044 7700 900123', 'RU', '447700900123'],
  ['8 916 123-45-67', 'RU', '79161234567'],
  ['810 44 7700 900123', 'RU', '447700900123'],
  ['4915112345678', 'DE', '4915112345678'],
  ['0151 12345678', 'DE', '4915112345678'],
  ['(321) 555-0123', 'US', '13215550123'],
  ['(670) 234-5678', 'MP', '16702345678'],
  ['010 44 7700 900123', 'JP', '447700900123'],
  ['001 44 7700 900123', 'KR', '447700900123'],
  ['447700 900123', 'GB', '447700900123'],
] as const)('%s of country %s is %s (API-3)', (text, country, number) => {
  expect(normalizePhoneNumber(text, { country })).toBe(number);
});

test.each([
  ['3235550123', 'US', '+3235550123', '+13235550123'],
  ['13123456789', 'CN', '+13123456789', '+8613123456789'],
  ['447700900123', 'DE', '+447700900123', '+49447700900123'],
  ['0014741234567', 'KR', '+14741234567', '+4741234567'],
] as const)(
  '%s of country %s can be two numbers, so it is refused, and the error shows both (API-3)',
  (text, country, one, other) => {
    const call = () => normalizePhoneNumber(text, { country });
    expect(call).toThrow(RangeError);
    expect(call).toThrow(one);
    expect(call).toThrow(other);
    expect(call).toThrow('write it with a plus and its country code');
  },
);

test('an error names the characters that nobody sees', () => {
  expect(() => normalizePhoneNumber('\u202A07700\u00A0900123')).toThrow(
    'it contains the invisible U+202A, U+00A0',
  );
});

test.each([
  ['', undefined, 'country'],
  ['07700 900123', undefined, 'country'],
  ['+44 7700', undefined, 'the text is not a phone number'],
  ['+44 7700 900123 900123', undefined, 'the text is not a phone number'],
  ['Alice', 'GB', 'the text is not a phone number'],
  ['call +44 7700 900123 now', 'GB', 'the text is not a phone number'],
  ['+44 7700 900123 ext. 7', 'GB', 'the text is not a phone number'],
  ['07700 900123', 'gb', 'two capital letters'],
  ['tel:+44-7700-900123;ext=7', undefined, 'the text is not a phone number'],
  ['tel:7700-900123;phone-context=example.com', 'GB', 'the text is not a phone number'],
  ['+44 +44 7700 900123', undefined, 'the text is not a phone number'],
  ['+4477009001²³', undefined, 'the text is not a phone number'],
  ['+44 7700 900123\u0000', undefined, 'the invisible U+0000'],
  ['+44 7700 900123, +44 7700 900124', undefined, 'the text is not a phone number'],
  ['(321) 555-0123', undefined, 'country'],
  ['07700 900123', 'UK', 'the United Kingdom is GB'],
  [7700900123, 'GB', 'the text is not a phone number'],
  [4477009001.5, undefined, 'the text is not a phone number'],
  [Number.NaN, undefined, 'the text is not a phone number'],
  [447700900123n as never, undefined, 'a phone number must be a text; got bigint'],
  [undefined as never, undefined, 'a phone number must be a text; got undefined'],
] as const)(
  '"%s" of country %s is not a number, so it is refused, and not repeated in the error',
  (text, country, words) => {
    const call = () => normalizePhoneNumber(text, { country });
    expect(call).toThrow(RangeError);
    expect(call).toThrow(words);
    expect(call).not.toThrow('7700');
  },
);
