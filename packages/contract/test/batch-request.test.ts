import { batchRequestSchema as schema } from '@messaging-service/contract';
import { describe, expect, test } from 'vitest';
import { issuesOf, meant, parsed, SENTENCES } from './issues-of.ts';

const uuid = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';
const at = '2026-01-01T09:00Z';
const batch = { from: 'DEMO', message: 'Hello', destinations: ['447700900001', '+447700900002'] };

test.each<[string, object]>([
  ['with the three required fields only', {}],
  ['with the names of the field table', { uuid, at }],
  ['with a first channel and others to fall back through', { channel: 'rcs', fallback_channels: ['sms'] }],
  ['with a callback', { callback: 'https://example.com/receipts' }],
  ['with a destination given twice', { destinations: ['447700900001', '447700900001'] }],
])('a batch is accepted %s (BAT-1)', (_what, changes) => {
  expect(parsed(schema, { ...batch, ...changes })).toEqual({ ...batch, ...changes });
});

describe('both spellings of identifier and time are read (API-7)', () => {
  test('the names of the samples become those of the field table', () => {
    expect(parsed(schema, { ...batch, id: uuid, send_at: at })).toEqual({ ...batch, uuid, at });
  });

  test('one of each, and both when they agree', () => {
    expect(parsed(schema, { ...batch, id: uuid, at })).toEqual({ ...batch, uuid, at });
    expect(parsed(schema, { ...batch, uuid, id: uuid, at, send_at: at })).toEqual({ ...batch, uuid, at });
  });

  test('neither of them adds no member', () => {
    expect(Object.keys(parsed(schema, batch))).toEqual(Object.keys(batch));
  });

  test('an identifier in upper and in lower case is the same value (API-14)', () => {
    expect(parsed(schema, { ...batch, uuid, id: uuid.toUpperCase() })).toEqual({ ...batch, uuid });
  });

  test('different values of two spellings are refused, because it is unclear which one is meant', () => {
    const other = { id: uuid.replace('0', '1'), send_at: '2026-01-02T09:00Z' };
    expect(issuesOf(schema, { ...batch, uuid, at, ...other })).toEqual([
      { path: 'id', message: 'must equal uuid: the two are spellings of one field' },
      { path: 'send_at', message: 'must equal at: the two are spellings of one field' },
    ]);
  });
});

describe('a batch is refused with the field and the reason (BAT-1)', () => {
  test.each<[object, string, string]>([
    [{ from: undefined }, 'from', SENTENCES.required],
    [{ from: { type: 'shared' } }, 'from', 'must be a string, not an object'],
    [{ from: '' }, 'from', SENTENCES.sender],
    [{ message: undefined }, 'message', SENTENCES.required],
    [{ message: '' }, 'message', 'must not be empty'],
    [{ message: ['Hello'] }, 'message', 'must be a string, not an array'],
    [{ destinations: undefined }, 'destinations', SENTENCES.required],
    [{ destinations: [] }, 'destinations', 'must have at least one destination'],
    [{ destinations: '447700900001' }, 'destinations', 'must be an array, not a string'],
    [{ destinations: ['447700900001', '0'] }, 'destinations.1', SENTENCES.number],
    [{ destinations: [447_700_900_001] }, 'destinations.0', 'must be a string, not a number'],
    [{ destinations: [null] }, 'destinations.0', 'must be a string, not null'],
    [{ callback: 'example.com' }, 'callback', SENTENCES.url],
    [{ uuid: '7' }, 'uuid', SENTENCES.uuid],
    [{ id: '7' }, 'id', SENTENCES.uuid],
    [{ at: '2026-01-01' }, 'at', SENTENCES.timestamp],
    [{ send_at: '2026-01-01' }, 'send_at', SENTENCES.timestamp],
    [{ channel: 'fax' }, 'channel', SENTENCES.channel],
    [{ channel: ['sms'] }, 'channel', SENTENCES.channel],
    [{ fallback_channels: [] }, 'fallback_channels', 'must name at least one channel'],
    [{ fallback_channels: ['rcs', 'rcs'] }, 'fallback_channels', 'must name each channel once'],
    [{ channels: ['sms'] }, 'channels', meant('channel')],
    [{ body: 'Hello' }, 'body', SENTENCES.unknown],
  ])('%j', (changes, path, sentence) => {
    expect(issuesOf(schema, { ...batch, ...changes })).toEqual([{ path, message: sentence }]);
  });

  test('every invalid field is named', () => {
    expect(issuesOf(schema, { from: 1, destinations: ['0'], extra: 1 })).toEqual([
      { path: 'from', message: 'must be a string, not a number' },
      { path: 'message', message: SENTENCES.required },
      { path: 'destinations.0', message: SENTENCES.number },
      { path: 'extra', message: SENTENCES.unknown },
    ]);
  });
});
