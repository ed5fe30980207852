import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { InboundView } from '../../src/api/types.ts';
import { dayOf } from '../../src/format.ts';
import { conversationLines } from '../../src/phones/conversation-lines.ts';
import { phoneNumberIn } from '../../src/phones/phone-number.ts';
import { messageView } from '../sample-data.ts';

const instant = fc
  .integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) })
  .map((at) => new Date(at).toISOString());
const optional = fc.option(instant);

const messages = fc.array(
  fc
    .record({ messageUuid: fc.uuid(), queuedAt: instant, sendAt: optional, sentAt: optional })
    .map(messageView),
  { maxLength: 15 },
);
const inbound = fc.array(
  fc.record({ mo_uuid: fc.uuid(), at: instant }).map((members) => members as InboundView),
  { maxLength: 15 },
);
const conversation = fc.tuple(messages, inbound).chain(([outgoing, incoming]) => {
  const ids = [
    ...outgoing.map(({ messageUuid }) => messageUuid),
    ...incoming.map(({ mo_uuid: uuid }) => uuid),
  ];
  const order = fc.shuffledSubarray(ids, { minLength: ids.length });
  return fc.record({ messages: fc.constant(outgoing), inbound: fc.constant(incoming), order });
});

test('a conversation has every message and every reply once, in its order, each with its day', () => {
  fc.assert(
    fc.property(conversation, (given) => {
      const lines = conversationLines(given);
      const ids = lines.map((line) => ('message' in line ? line.message.messageUuid : line.inbound.mo_uuid));
      expect(ids).toEqual(given.order);
      for (const { at, day } of lines) expect(day).toBe(dayOf(at));
    }),
  );
});

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
