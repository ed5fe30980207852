import {
  addMessageRequestSchema,
  batchRequestSchema,
  type Issue,
  phoneNumberSchema,
  validate,
} from '@messaging-service/contract';
import { describe, expect, test } from 'vitest';

const to = '447700900123';
const body = 'Hello';
const from = { type: 'shared' };
const ignore = { unknownValues: 'ignore' } as const;

function issues(message: object, options: object): Issue[] {
  const checked = validate(addMessageRequestSchema, { messages: [{ to, body, from, ...message }] }, options);
  return checked.ok ? [] : checked.issues;
}

const newer = [
  ['a channel', { channels: ['whatsapp', 'sms'] }],
  ['a type of sender', { from: { type: 'alphanumeric', value: 'X' } }],
  ['a type of sender that has no value', { from: { type: 'short-code' } }],
  ['a short code', { to: '60777' }],
] as const;

describe('values that this version does not know', () => {
  test.each(newer)('%s is refused unless unknown values are ignored (MSG-8)', (_what, message) => {
    expect(issues(message, {})).toHaveLength(1);
    expect(issues(message, { unknownValues: 'refuse', unknownFields: 'ignore' })).toHaveLength(1);
    expect(issues(message, ignore)).toEqual([]);
  });

  test('they are kept unchanged, in defaults too', () => {
    const request = { messages: [{ to: '60777', body }], defaults: newer[1][1] };
    expect(validate(addMessageRequestSchema, request, ignore)).toEqual({
      ok: true,
      value: { messages: [{ to: '60777', body, ...newer[1][1] }] },
    });
  });

  test('the channels and destinations of a batch are open too', () => {
    const batch = {
      from: 'DEMO',
      message: body,
      destinations: ['60777'],
      channel: 'a',
      fallback_channels: ['b'],
    };
    expect(validate(batchRequestSchema, batch)).toMatchObject({ ok: false, issues: { length: 3 } });
    expect(validate(batchRequestSchema, batch, ignore)).toMatchObject({ ok: true, value: batch });
  });
});

describe('ignoring unknown values does not let mistakes through', () => {
  test.each([
    ['a number that was typed with spaces', { to: '+44 7700 900123' }, 'messages.0.to'],
    ['a number that is a name', { to: 'Alice' }, 'messages.0.to'],
    ['a number that is too long', { to: '1234567890123456' }, 'messages.0.to'],
    ['a channel with a space before it', { channels: [' sms'] }, 'messages.0.channels.0'],
    ['a channel with a space behind it', { channels: ['sms '] }, 'messages.0.channels.0'],
    ['a channel that is empty', { channels: [''] }, 'messages.0.channels.0'],
    ['a channel that is not text', { channels: [7] }, 'messages.0.channels.0'],
    ['no channel', { channels: [] }, 'messages.0.channels'],
    ['the same channel twice', { channels: ['whatsapp', 'whatsapp'] }, 'messages.0.channels'],
    ['a shared sender with a value', { from: { type: 'shared', value: 'X' } }, 'messages.0.from.value'],
    ['a custom sender without a value', { from: { type: 'custom' } }, 'messages.0.from.value'],
    ['a sender without a type', { from: { value: 'X' } }, 'messages.0.from.type'],
    ['a sender that is null', { from: null }, 'messages.0.from'],
    ['an unknown field of a sender', { from: { type: 'x', value: 'X', name: 'X' } }, 'messages.0.from.name'],
    ['an unknown field of a message', { sendAt: '2030-01-01T09:00Z' }, 'messages.0.sendAt'],
  ] as const)('%s', (_what, message, path) => {
    expect(issues(message, ignore).map((issue) => issue.path)).toEqual([path]);
  });

  test('the refusal says which numbers and names are accepted', () => {
    expect(issues({ to: 'Alice', channels: [''] }, ignore).map(({ message }) => message)).toEqual([
      'must be a number: 3 to 15 digits, such as 447700900123 or 60777',
      'must be a name of letters, digits, dashes, dots and underscores',
    ]);
  });

  test('a schema is strict again in the next call', () => {
    expect(validate(phoneNumberSchema, '60777', ignore).ok).toBe(true);
    expect(validate(phoneNumberSchema, '60777').ok).toBe(false);
  });
});
