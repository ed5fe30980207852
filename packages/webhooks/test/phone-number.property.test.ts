import { readPhoneNumber } from '@messaging-service/contract';
import { parse } from '@messaging-service/webhooks';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inboundMessage } from './samples.ts';

const numberOf = (from: unknown) => parse({ ...inboundMessage, from }).phoneNumber;

const digits = fc.stringMatching(/^\d{1,17}$/);
const grouped = fc.stringMatching(/^\+?(?:\d{1,4}[ -]){0,4}\d{1,4}$/);
const typed = fc.stringMatching(/^[+0-9() .\-\u00A0x]{1,20}$/);

test('the number of an event is never another one than the reader of numbers finds (API-3)', () => {
  fc.assert(
    fc.property(fc.oneof(digits, grouped, typed), (from) => {
      const number = numberOf(from);
      if (number !== undefined) expect(number).toBe(readPhoneNumber(from));
    }),
  );
});

test('an integer, digits, and groups after a plus are read as by the reader of numbers (API-3)', () => {
  const plus = digits.map((text) => `+${text}`);
  const groups = grouped.map((text) => `+${text.replace('+', '')}`);
  fc.assert(
    fc.property(fc.oneof(digits, plus, groups, fc.integer(), fc.maxSafeNat(), fc.double()), (from) => {
      expect(numberOf(from)).toBe(readPhoneNumber(from));
    }),
  );
});
