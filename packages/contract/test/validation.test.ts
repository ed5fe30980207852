import {
  accountsResponseSchema,
  addMessageRequestSchema,
  batchRequestSchema,
  createAccountRequestSchema,
  editAccountRequestSchema,
  validate,
} from '@messaging-service/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { issuesOf, parsed } from './issues-of.ts';

const ignore = { unknownFields: 'ignore' } as const;
const to = '447700900001';
const from = { type: 'custom', value: 'DEMO' };
const message = { to, from, body: 'Hello' };

describe("unknownFields: 'ignore' drops what a request does not know (API-6)", () => {
  test('at every depth of every request', () => {
    const messages = [
      { ...message, extra: 1, from: { ...from, extra: 1 } },
      { ...message, other: 2 },
    ];
    expect(parsed(addMessageRequestSchema, { messages, extra: 1 }, ignore)).toEqual({
      messages: [message, message],
    });
    const edit = {
      mo: { mo_webhook_url: '', extra: 1 },
      paid_credits: { extra: 1 },
      packaged_credits: { extra: 1 },
    };
    expect(parsed(editAccountRequestSchema, edit, ignore)).toEqual({
      mo: { mo_webhook_url: '' },
      paid_credits: {},
      packaged_credits: {},
    });
  });

  test('and keeps every known field of the defaults', () => {
    const defaults = {
      callback: 'https://example.com/receipts',
      channels: ['rcs', 'sms'],
      id: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f',
      send_at: '2026-01-01T09:00Z',
    };
    expect(
      parsed(addMessageRequestSchema, { messages: [message], defaults: { ...defaults, extra: 1 } }, ignore),
    ).toEqual({ messages: [{ ...message, ...defaults }] });
  });

  test('and still refuses known fields that are wrong', () => {
    expect(issuesOf(createAccountRequestSchema, { name: 5, colour: 'red' }, ignore)).toEqual([
      { path: 'name', message: 'must be a string, not a number' },
    ]);
  });

  test('wherever unknown fields are, the request is the same as without them', () => {
    const spoil = fc.dictionary(fc.stringMatching(/^x_\w{0,5}$/), fc.jsonValue(), { maxKeys: 2 });
    fc.assert(
      fc.property(fc.array(spoil, { minLength: 6, maxLength: 6 }), ([a, b, c, d, e, f]) => {
        const request = {
          ...a,
          messages: [
            { to, ...b, from: { ...from, ...c } },
            { to, ...d },
          ],
          defaults: { ...e, body: 'Hello', from: { ...f, ...from } },
        };
        expect(parsed(addMessageRequestSchema, request, ignore)).toEqual({ messages: [message, message] });
      }),
    );
  });
});

describe('validate never changes its input (API-6)', () => {
  const inputs: readonly [string, Parameters<typeof issuesOf>[0], object][] = [
    [
      'a merged and stripped message',
      addMessageRequestSchema,
      {
        messages: [{ to, x: 1, from: { ...from, x: 1 } }],
        defaults: { body: 'Hello', x: 1, from: { ...from, x: 1 } },
      },
    ],
    [
      'a batch in the other spelling',
      batchRequestSchema,
      { from: 'DEMO', message: 'Hello', destinations: [to], send_at: '2026-01-01T09:00Z', x: [1] },
    ],
    [
      'an edit',
      editAccountRequestSchema,
      { packaged_credits: { schedule_reset_to_zero: true, x: 1 }, schedule: null },
    ],
    ['a wrong request', createAccountRequestSchema, { name: 5, x: 1 }],
  ];

  test.each(inputs)('%s', (_what, schema, input) => {
    const before = JSON.stringify(input);
    validate(schema, input, ignore);
    expect(JSON.stringify(input)).toBe(before);
    expect(() => validate(schema, deepFreeze(input))).not.toThrow();
  });
});

describe('issues (ERR-1)', () => {
  test('at most 100 are reported of 10,000 unknown fields', () => {
    const fields = Array.from({ length: 10_000 }, (_, index) => [`field${index}`, 0]);
    expect(issuesOf(createAccountRequestSchema, Object.fromEntries(fields))).toHaveLength(100);
  });

  test('at most 100 are reported of 200,000 bad accounts in a response, which would overflow the stack', () => {
    const accounts = Array.from({ length: 200_000 }, () => 7);
    expect(issuesOf(accountsResponseSchema, { accounts })).toHaveLength(100);
  });

  test('have the same words in every language that the application sets for zod', () => {
    const { localeError } = z.config();
    try {
      z.config(z.locales.de());
      expect(issuesOf(createAccountRequestSchema, { name: 5 })).toEqual([
        { path: 'name', message: 'must be a string, not a number' },
      ]);
    } finally {
      z.config({ localeError });
    }
  });
});

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
