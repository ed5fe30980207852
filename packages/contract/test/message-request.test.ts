import { addMessageRequestSchema as schema } from '@messaging-service/contract';
import { describe, expect, test } from 'vitest';
import { issuesOf, meant, parsed, SENTENCES } from './issues-of.ts';

const custom = { type: 'custom', value: 'DEMO' };
const message = { to: '447700900001', from: custom, body: 'Hello' };
const withMessage = (changes: object) => ({ messages: [{ ...message, ...changes }] });

describe('a message is accepted (MSG-1)', () => {
  test.each<[string, object]>([
    ['with the three required fields only', {}],
    ['to a number with a plus', { to: '+447700900001' }],
    ['to the shortest and the longest number of E.164', { to: '1234567' }],
    ['from a sender ID that is a number', { from: { type: 'custom', value: '447700900990' } }],
    ['from a sender ID with inner spaces', { from: { type: 'custom', value: 'The Clinic' } }],
    ['from the longest sender ID', { from: { type: 'custom', value: '🎉'.repeat(64) } }],
    ['from a shared sender', { from: { type: 'shared' } }],
    ['with both channels in order of priority', { channels: ['rcs', 'sms'] }],
    ['with a UUID that RFC 9562 does not know', { id: '00000000-1111-2222-3333-444444444444' }],
    ['with a UUID in capitals', { id: '0190F3C4-5B6A-7C8D-9E0F-1A2B3C4D5E6F' }],
    ['at a time with minute precision', { send_at: '2026-01-01T09:00Z' }],
    ['at a time without a zone', { send_at: '2026-01-01T09:00' }],
    ['at a time long past, which sends immediately', { send_at: '1999-12-31T23:59Z' }],
    ['with a callback', { callback: 'http://127.0.0.1:8080/receipts?shop=1#x' }],
    ['with the longest callback', { callback: `https://example.com/${'a'.repeat(8_172)}` }],
    ['with a text in any script', { body: 'Ζωή 🎉 שלום' }],
    ['with a text of white space only', { body: ' ' }],
    ['with members that are undefined', { id: undefined, channels: undefined }],
  ])('%s', (_what, changes) => {
    const input = withMessage(changes);
    expect(parsed(schema, input)).toEqual(input);
  });

  test('send_at is kept exactly as given (SCH-3)', () => {
    const send_at = '2026-01-01T10:30:00.5+01:00';
    expect(parsed(schema, withMessage({ send_at })).messages[0]?.send_at).toBe(send_at);
  });
});

describe('a message is refused with the field and the reason (MSG-1, WHK-7)', () => {
  const senderKind = 'must be one of "custom", "shared"';
  test.each<[object, string, string]>([
    [{ to: undefined }, 'to', SENTENCES.required],
    [{ to: null }, 'to', 'must be a string, not null'],
    [{ to: 447_700_900_001 }, 'to', 'must be a string, not a number'],
    [{ to: '' }, 'to', SENTENCES.number],
    [{ to: '07700900001' }, 'to', SENTENCES.number],
    [{ to: '+44 7700 900001' }, 'to', SENTENCES.typedNumber],
    [{ to: '+44 (7700) 900-001' }, 'to', SENTENCES.typedNumber],
    [{ to: '+44 (0)7700 900001' }, 'to', SENTENCES.typedNumber],
    [{ to: '00447700900001' }, 'to', SENTENCES.typedNumber],
    [{ to: '0044 7700 900001' }, 'to', SENTENCES.typedNumber],
    [{ to: '321 555 0123' }, 'to', SENTENCES.number],
    [{ to: '(321) 555-0123' }, 'to', SENTENCES.number],
    [{ to: '+'.repeat(100_000) }, 'to', SENTENCES.number],
    [{ to: '+44 7700 900001 or' }, 'to', SENTENCES.number],
    [{ to: '+12345678901234567' }, 'to', SENTENCES.number],
    [{ to: '123456' }, 'to', SENTENCES.number],
    [{ to: '1234567890123456' }, 'to', SENTENCES.number],
    [
      { to: '447700900001\n' },
      'to',
      'must be digits only, such as 447700900123 (it contains the invisible U+000A); use normalizePhoneNumber',
    ],
    [
      { to: '\u202A447700900001\u202C' },
      'to',
      'must be digits only, such as 447700900123 (it contains the invisible U+202A, U+202C); use normalizePhoneNumber',
    ],
    [{ to: '07700\u00A0900001' }, 'to', `${SENTENCES.number} (it contains the invisible U+00A0)`],
    [{ to: 'tel:+44-7700-900001' }, 'to', SENTENCES.typedNumber],
    [{ to: '٤٤٧٧٠٠٩٠٠٠٠١' }, 'to', SENTENCES.typedNumber],
    [{ from: undefined }, 'from', SENTENCES.required],
    [{ from: 'DEMO' }, 'from', 'must be an object, not a string'],
    [{ from: [custom] }, 'from', 'must be an object, not an array'],
    [{ from: {} }, 'from.type', senderKind],
    [{ from: { type: 'Custom', value: 'DEMO' } }, 'from.type', senderKind],
    [{ from: { type: 'custom' } }, 'from.value', SENTENCES.required],
    [{ from: { type: 'custom', value: '' } }, 'from.value', SENTENCES.sender],
    [{ from: { type: 'custom', value: ' DEMO' } }, 'from.value', SENTENCES.sender],
    [{ from: { type: 'custom', value: 'DE\u0000MO' } }, 'from.value', SENTENCES.sender],
    [{ from: { type: 'custom', value: 'D'.repeat(65) } }, 'from.value', SENTENCES.sender],
    [{ from: { type: 'custom', value: '🎉'.repeat(65) } }, 'from.value', SENTENCES.sender],
    [{ from: { type: 'custom', value: 'D\ud83d' } }, 'from.value', SENTENCES.wellFormed],
    [
      { from: { type: 'shared', value: '447700900980' } },
      'from.value',
      'must be left out, because the service chooses the shared sender ID',
    ],
    [{ from: { ...custom, name: 'x' } }, 'from.name', SENTENCES.unknown],
    [{ body: undefined }, 'body', SENTENCES.required],
    [{ body: '' }, 'body', 'must not be empty'],
    [{ body: 7 }, 'body', 'must be a string, not a number'],
    [{ body: 'a\ud83d' }, 'body', SENTENCES.wellFormed],
    [{ callback: '/receipts' }, 'callback', SENTENCES.url],
    [{ callback: 'ftp://example.com' }, 'callback', SENTENCES.url],
    [{ callback: 'javascript:alert(1)' }, 'callback', SENTENCES.url],
    [{ callback: '' }, 'callback', SENTENCES.url],
    [{ callback: 'xhttp://example.com' }, 'callback', SENTENCES.url],
    [{ callback: 'httpx://example.com' }, 'callback', SENTENCES.url],
    [{ callback: `https://example.com/${'a'.repeat(8_173)}` }, 'callback', SENTENCES.url],
    [{ channels: [] }, 'channels', 'must name at least one channel'],
    [{ channels: ['sms', 'sms'] }, 'channels', 'must name each channel once'],
    [{ channels: 'sms' }, 'channels', 'must be an array, not a string'],
    [{ channels: ['sms', 'fax'] }, 'channels.1', SENTENCES.channel],
    [{ id: 'order-7' }, 'id', SENTENCES.uuid],
    [{ id: '{0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f}' }, 'id', SENTENCES.uuid],
    [{ id: '00190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f' }, 'id', SENTENCES.uuid],
    [{ id: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f0' }, 'id', SENTENCES.uuid],
    [{ send_at: 'tomorrow' }, 'send_at', SENTENCES.timestamp],
    [{ send_at: '2026-02-30T09:00Z' }, 'send_at', SENTENCES.timestamp],
    [{ send_at: 1_767_258_000 }, 'send_at', SENTENCES.timestamp],
    [{ sendAt: '2026-01-01T09:00Z' }, 'sendAt', meant('send_at')],
    [{ Body: 'x' }, 'Body', meant('body')],
  ])('%j', (changes, path, sentence) => {
    expect(issuesOf(schema, withMessage(changes))).toEqual([
      { path: `messages.0.${path}`, message: sentence },
    ]);
  });

  test('every wrong field of every message is named', () => {
    const messages = [message, { to: '1' }, { ...message, body: '', extra: 1 }];
    expect(issuesOf(schema, { messages })).toEqual([
      { path: 'messages.1.to', message: SENTENCES.number },
      { path: 'messages.1.from', message: SENTENCES.required },
      { path: 'messages.1.body', message: SENTENCES.required },
      { path: 'messages.2.body', message: 'must not be empty' },
      { path: 'messages.2.extra', message: SENTENCES.unknown },
    ]);
  });

  test('of several misspelled fields, each is named with the one that was meant', () => {
    const messages = [
      { ...message, from: { ...custom, vale: 'x' }, calback: 'x', weather: 'x', chanels: 'x' },
    ];
    expect(issuesOf(schema, { messages })).toEqual([
      { path: 'messages.0.from.vale', message: meant('value') },
      { path: 'messages.0.calback', message: meant('callback') },
      { path: 'messages.0.weather', message: SENTENCES.unknown },
      { path: 'messages.0.chanels', message: meant('channels') },
    ]);
  });
});

test.each<[unknown, string, string]>([
  [undefined, '', SENTENCES.required],
  [null, '', 'must be an object, not null'],
  [[message], '', 'must be an object, not an array'],
  ['{}', '', 'must be an object, not a string'],
  [{}, 'messages', SENTENCES.required],
  [{ messages: [] }, 'messages', 'must have at least one message'],
  [{ messages: message }, 'messages', 'must be an array, not an object'],
  [{ messages: ['x'] }, 'messages.0', 'must be an object, not a string'],
  [{ messages: [null] }, 'messages.0', 'must be an object, not null'],
  [{ messages: [message], defaults: null }, 'defaults', 'must be an object, not null'],
  [{ messages: [message], default: {} }, 'default', meant('defaults')],
])('the body as a whole is refused where it is %j (MSG-1, API-8)', (input, path, sentence) => {
  expect(issuesOf(schema, input)).toEqual([{ path, message: sentence }]);
});
