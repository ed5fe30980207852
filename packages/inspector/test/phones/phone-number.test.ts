import { expect, test } from 'vitest';
import { phoneNumberIn } from '../../src/phones/phone-number.ts';

test.each([
  ['447700900123', '447700900123'],
  ['+44 7700 900123', '447700900123'],
  ['+44 (7700) 900-123', '447700900123'],
  ['1234567', '1234567'],
  ['123456789012345', '123456789012345'],
])('%s is the phone number %s', (text, number) => {
  expect(phoneNumberIn(text)).toBe(number);
});

test.each(['', '123456', '1234567890123456', 'call 447700900123', '44.7700.900123'])(
  '"%s" is not a phone number',
  (text) => {
    expect(phoneNumberIn(text)).toBeUndefined();
  },
);
