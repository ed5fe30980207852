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
  ['', undefined, 'country'],
  ['07700 900123', undefined, 'country'],
  ['+44 7700', undefined, 'the text is not a phone number'],
  ['+44 7700 900123 900123', undefined, 'the text is not a phone number'],
  ['Alice', 'GB', 'the text is not a phone number'],
  ['call +44 7700 900123 now', 'GB', 'the text is not a phone number'],
  ['+44 7700 900123 ext. 7', 'GB', 'the text is not a phone number'],
  ['07700 900123', 'gb', 'two capital letters'],
  [447700900123 as never, undefined, 'a phone number must be a text; got number'],
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
