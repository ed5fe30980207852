import { addMessageRequestSchema as schema } from '@messaging-service/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { issuesOf, meant, parsed, SENTENCES } from './issues-of.ts';

const custom = { type: 'custom', value: 'DEMO' };

describe('each message is merged over the defaults (MSG-3)', () => {
  test('defaults fill what a message does not set', () => {
    const defaults = { from: custom, body: 'Hello', callback: 'https://example.com/receipts' };
    expect(parsed(schema, { messages: [{ to: '447700900001' }, { to: '447700900002' }], defaults })).toEqual({
      messages: [
        { to: '447700900001', ...defaults },
        { to: '447700900002', ...defaults },
      ],
    });
  });

  test("a message's own values always win", () => {
    const own = { to: '447700900001', from: custom, body: 'Own', channels: ['rcs'] };
    const defaults = { to: '447700900002', from: { type: 'shared' }, body: 'Default', channels: ['sms'] };
    expect(parsed(schema, { messages: [own], defaults })).toEqual({ messages: [own] });
  });

  test('members are not merged: a shared sender inherits no value, own channels replace all', () => {
    const own = { to: '447700900001', from: { type: 'shared' }, body: 'Own', channels: ['sms'] };
    const defaults = { from: custom, channels: ['rcs', 'sms'] };
    expect(parsed(schema, { messages: [own], defaults })).toEqual({ messages: [own] });
  });

  test('a member that is undefined counts as not set; null is a value, and is refused', () => {
    const defaults = { from: custom, body: 'Hello' };
    const to = '447700900001';
    expect(parsed(schema, { messages: [{ to, body: undefined }], defaults }).messages[0]?.body).toBe('Hello');
    expect(issuesOf(schema, { messages: [{ to, body: null }], defaults })).toEqual([
      { path: 'messages.0.body', message: 'must be a string, not null' },
    ]);
  });

  test('for any split of a message between the two, the result is the message', () => {
    const whole = {
      to: '447700900001',
      from: custom,
      body: 'Hello',
      channels: ['sms'],
      send_at: '2026-01-01T09:00Z',
    };
    fc.assert(
      fc.property(fc.subarray(Object.entries(whole)), fc.subarray(Object.entries(whole)), (own, spoilt) => {
        const names = new Set(own.map(([name]) => name));
        const rest = Object.entries(whole).filter(([name]) => !names.has(name));
        // A member that a message sets itself may have any value in the defaults.
        const overruled = spoilt.filter(([name]) => names.has(name)).map(([name]) => [name, 0]);
        const defaults = Object.fromEntries([...overruled, ...rest]) as object;
        expect(parsed(schema, { messages: [Object.fromEntries(own)], defaults })).toEqual({
          messages: [whole],
        });
      }),
    );
  });
});

describe('validation runs on the merged messages (MSG-4)', () => {
  const to = '447700900001';

  test('a required field may come from either, and is required of the two together', () => {
    expect(issuesOf(schema, { messages: [{ to }], defaults: { from: custom } })).toEqual([
      { path: 'messages.0.body', message: SENTENCES.required },
    ]);
  });

  test('a wrong default is reported with each message it affects, in words about its value', () => {
    const messages = [{ to }, { to, body: 'Own' }, { to }];
    expect(issuesOf(schema, { messages, defaults: { from: custom, body: 7 } })).toEqual([
      { path: 'messages.0.body', message: 'must be a string, not a number' },
      { path: 'messages.2.body', message: 'must be a string, not a number' },
    ]);
  });

  test('a wrong default that every message replaces has no effect', () => {
    const messages = [{ to, body: 'Own' }];
    expect(issuesOf(schema, { messages, defaults: { from: custom, body: '' } })).toEqual([]);
  });

  test('an unknown field of the defaults is refused', () => {
    const defaults = { from: custom, body: 'Hello', sendAt: '2026-01-01T09:00Z' };
    expect(issuesOf(schema, { messages: [{ to }], defaults })).toEqual([
      { path: 'messages.0.sendAt', message: meant('send_at') },
    ]);
  });
});
