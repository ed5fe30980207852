import {
  addMessageRequestSchema,
  batchRequestSchema,
  batchResponseSchema,
  createAccountRequestSchema,
  editAccountRequestSchema,
  validate,
  webhookKind,
} from '@messaging-service/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { issuesOf, json, parsed, SENTENCES } from './issues-of.ts';
import { rows } from './rows.ts';

const ignore = { unknownFields: 'ignore' } as const;
const DEPTH = 100_000;

const bodies = rows.flatMap(([, { body }]) => body ?? []);
const responses = rows.map(([, { response }]) => response);

describe('__proto__ in JSON harms nothing (API-13)', () => {
  test('it is an unknown field of a request', () => {
    const body = json('{"name":"Shop","__proto__":{"admin":true}}');
    expect(issuesOf(createAccountRequestSchema, body)).toEqual([
      { path: '__proto__', message: SENTENCES.unknown },
    ]);
    expect(parsed(createAccountRequestSchema, body, ignore)).toEqual({ name: 'Shop' });
  });

  test.each([
    '{"messages":[{"to":"447700900001","body":"x","__proto__":{"from":{"type":"shared"}}}]}',
    '{"messages":[{"to":"447700900001","body":"x"}],"defaults":{"__proto__":{"from":{"type":"shared"}}}}',
  ])('it sets no member that a message lacks: %s', (text) => {
    const missing = [{ path: 'messages.0.from', message: SENTENCES.required }];
    const unknown = { path: 'messages.0.__proto__', message: SENTENCES.unknown };
    expect(issuesOf(addMessageRequestSchema, json(text))).toEqual([...missing, unknown]);
    expect(issuesOf(addMessageRequestSchema, json(text), ignore)).toEqual(missing);
  });

  test('it sets no sender either', () => {
    const text =
      '{"messages":[{"to":"447700900001","body":"x","from":{"type":"custom","__proto__":{"value":"X"}}}]}';
    const missing = { path: 'messages.0.from.value', message: SENTENCES.required };
    expect(issuesOf(addMessageRequestSchema, json(text))).toContainEqual(missing);
    expect(issuesOf(addMessageRequestSchema, json(text), ignore)).toEqual([missing]);
  });

  test('in a response or a payload it does not change a prototype', () => {
    const value = parsed(batchResponseSchema, json('{"identifier":"x","__proto__":{"admin":true}}'));
    expect('admin' in value).toBe(false);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect('admin' in {}).toBe(false);
  });

  test('names that every object inherits are not members', () => {
    expect(
      issuesOf(createAccountRequestSchema, json('{"constructor":1,"toString":1}')).map(({ path }) => path),
    ).toEqual(['name', 'constructor', 'toString']);
    expect(webhookKind(Object.create({ mo_uuid: 'x' }))).toBeUndefined();
  });
});

describe('100,000 levels of nesting harm nothing (API-8)', () => {
  const array = json('['.repeat(DEPTH) + ']'.repeat(DEPTH));
  const object = json(`${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`);

  test.each([
    ['arrays', array],
    ['objects', object],
  ])('%s in the place of any body or answer', (_what, deep) => {
    for (const schema of [...bodies, ...responses]) {
      for (const options of [{}, ignore]) expect(() => validate(schema, deep, options)).not.toThrow();
    }
    expect(webhookKind(deep)).toBeUndefined();
  });

  test('in the place of members', () => {
    expect(issuesOf(createAccountRequestSchema, { name: array })).toEqual([
      { path: 'name', message: 'must be a string, not an array' },
    ]);
    expect(issuesOf(addMessageRequestSchema, { messages: array, defaults: object })).toEqual([
      { path: 'messages.0', message: 'must be an object, not an array' },
    ]);
    expect(issuesOf(batchRequestSchema, { from: object, message: array, destinations: array })).toHaveLength(
      3,
    );
  });
});

describe('half of a surrogate pair cannot be encoded, so it is refused in texts (API-12)', () => {
  const sentence = SENTENCES.wellFormed;
  test.each(['"\\ud83d"', '"a\\udc00b"', '"\\udc00\\ud83d"'])('%s', (text) => {
    const from = { type: 'shared' };
    expect(
      issuesOf(addMessageRequestSchema, { messages: [{ to: '447700900001', from, body: json(text) }] }),
    ).toEqual([{ path: 'messages.0.body', message: sentence }]);
    const batch = { from: 'DEMO', destinations: ['447700900001'], message: json(text) };
    expect(issuesOf(batchRequestSchema, batch)).toEqual([{ path: 'message', message: sentence }]);
  });

  test('in addresses of webhooks and the secret they are signed with', () => {
    const url = 'https://example.com/\ud83d';
    const message = { to: '447700900001', from: { type: 'shared' }, body: 'a', callback: url };
    expect(issuesOf(addMessageRequestSchema, { messages: [message] })).toEqual([
      { path: 'messages.0.callback', message: sentence },
    ]);
    const mo = { mo_webhook_url: url, mo_webhook_secret: '\ud83d' };
    expect(issuesOf(editAccountRequestSchema, { mo })).toEqual([
      { path: 'mo.mo_webhook_url', message: sentence },
      { path: 'mo.mo_webhook_secret', message: sentence },
    ]);
  });
});

describe('validation of a list stops where no further issue would be reported', () => {
  /** Bad items, and whether the last of them was checked. */
  function badItems(item: unknown) {
    const items: unknown[] = Array.from({ length: 1_000 }, () => item);
    let read = false;
    Object.defineProperty(items, 999, {
      enumerable: true,
      get: () => {
        read = true;
        return item;
      },
    });
    return { items, lastWasRead: () => read };
  }

  test.each([7, {}, { to: 'x', from: 7 }, { unknown: 1 }])('messages such as %j', (item) => {
    for (const defaults of [undefined, { body: 7, unknown: 1 }]) {
      const { items, lastWasRead } = badItems(item);
      expect(issuesOf(addMessageRequestSchema, { messages: items, defaults })).toHaveLength(100);
      expect(lastWasRead()).toBe(typeof item === 'object');
      expect(issuesOf(addMessageRequestSchema, { messages: items, defaults }, ignore)).toHaveLength(100);
    }
  });

  test('destinations', () => {
    const { items, lastWasRead } = badItems('x');
    const body = { from: 'DEMO', message: 'x', destinations: items };
    expect(issuesOf(batchRequestSchema, body)).toHaveLength(100);
    expect(lastWasRead()).toBe(false);
  });

  test('defaults with many members are merged into no more messages than are reported', () => {
    let merges = 0;
    const defaults = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${index}`, 1]));
    Object.defineProperty(defaults, 'counted', { enumerable: true, get: () => merges++ });
    const messages = Array.from({ length: 1_000 }, () => ({}));
    for (const options of [{}, ignore]) issuesOf(addMessageRequestSchema, { messages, defaults }, options);
    expect(merges).toBeLessThan(20);
  });
});

test('no JSON value makes any schema throw, and every refusal names a path and a reason', () => {
  const members = [
    'messages',
    'defaults',
    'from',
    'to',
    'body',
    'destinations',
    'schedule',
    'accounts',
    '__proto__',
  ];
  const value = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<unknown>(
        'x',
        '447700900001',
        'custom',
        0,
        1.5,
        true,
        null,
        '\ud800',
        Number.POSITIVE_INFINITY,
      ),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(fc.constantFrom(...members), fc.string()), tie('any'), { maxKeys: 4 }),
    ),
  })).any;
  fc.assert(
    fc.property(
      value,
      fc.constantFrom(...bodies, ...responses),
      fc.constantFrom({}, ignore),
      (input, schema, options) => {
        for (const { path, message } of issuesOf(schema, input, options)) {
          expect(typeof path).toBe('string');
          expect(message).toMatch(/^(must|is|never|minute|hour|day|month) /);
        }
      },
    ),
    { numRuns: 2000 },
  );
});
