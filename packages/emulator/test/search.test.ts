import { createEmulator } from '@messaging-service/emulator';
import { type SearchFilters } from '@messaging-service/emulator/core';
import {
  numberFilter,
  parseSearch,
  periodFilter,
  Rejection,
  statusFilter,
  textFilter,
  timeFilters,
  valueFilter,
} from '@messaging-service/emulator/host';
import { api, START } from '@messaging-service/test-support';
import { searchTerm } from '@messaging-service/text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

interface Item {
  readonly text: string;
  readonly number: string;
  readonly state: string;
  readonly code: string | undefined;
  readonly status: number | null;
  readonly at: number;
}

const NOW = Date.parse('2026-03-01T12:00Z');
const ITEM: Item = {
  text: 'Your Škoda is ready to collect: Grüße aus der Straße 5',
  number: '447700900501',
  state: 'failed',
  code: '22',
  status: 503,
  at: NOW,
};
const FILTERS: SearchFilters<Item> = {
  state: valueFilter(['delivered', 'failed'], ({ state }) => state),
  to: numberFilter(({ number }) => [number]),
  code: textFilter(({ code }) => [code]),
  response: statusFilter('none', ({ status }) => status),
  ...timeFilters(NOW, ({ at }) => at),
};

function isFound(search: string, overrides: Partial<Item> = {}): boolean {
  const item = { ...ITEM, ...overrides };
  const content = ({ text, number }: Item) => ({ texts: [text], numbers: [number] });
  return parseSearch(search, FILTERS, content)(item);
}

describe('a search (EMU-13)', () => {
  test.each([
    '',
    '  ',
    'ready collect',
    'collect READY',
    '"ready to collect"',
    '"Ready  to',
    'skoda',
    'ŠKODA',
    'strasse',
    'grusse',
    'code:22 skoda state:failed',
    '-delivered',
    '-"ready collect"',
    '-state:delivered',
    'STATE:Failed',
    'ready -',
    'ready -state:delivered -nothing',
  ])('finds an item by %j', (search) => {
    expect(isFound(search)).toBe(true);
  });

  test.each([
    'ready nothing',
    '"ready collect"',
    '-ready',
    '-"ready to collect"',
    'state:delivered',
    '-state:failed',
    'state:failed state:delivered',
    'code:2',
    'skoda -state:failed',
    'ready"to',
  ])('does not find it by %j', (search) => {
    expect(isFound(search)).toBe(false);
  });

  test.each([
    '07700 900501',
    '07700900501',
    '(07700) 900501',
    '+44 7700 900501',
    '+44 (0) 7700 900501',
    '(+44) 7700-900501',
    '0044 7700 900501',
    '447700900501',
    '44.7700.900501',
    '7700 900501',
    '900501',
    '07700',
    '+44',
    '"07700 900501"',
    'skoda 07700 900501 ready',
    '07700 900501 5',
    'to:07700 900501',
    'to:"07700 900501"',
    'to:+44 7700 900501 skoda',
    'to:07700 900501 5',
    'to:900501',
    '-07700 900502',
    '-to:07700 900502',
  ])('finds a phone number by %j', (search) => {
    expect(isFound(search)).toBe(true);
  });

  test.each([
    '07700 900502',
    '+1 7700',
    '+7700',
    '0900502',
    'to:07700 900502',
    '-07700 900501',
    '-to:+44 7700 900501',
    '07700 900501 6',
  ])('does not find it by %j', (search) => {
    expect(isFound(search)).toBe(false);
  });

  test.each([
    ['"12:30"', 'at 12:30'],
    ['12:30', 'at 12:30'],
    ['https://shop.test/a', 'see https://shop.test/a'],
    ['"say \\"hi\\""', 'they say "hi"'],
    ['12-34', 'order 12-34'],
    ['-5 "-5"', 'minus -5'],
  ])('takes %j as text', (search, text) => {
    expect(isFound(search, { text })).toBe(search !== '-5 "-5"');
  });

  test('finds statuses by number and class, and items without a response', () => {
    expect(
      ['response:503', 'response:5XX', 'response:4xx', 'response:none'].map((each) => isFound(each)),
    ).toEqual([true, true, false, false]);
    expect(isFound('response:none', { status: null })).toBe(true);
  });

  test('finds times of today, days and instants', () => {
    for (const found of [
      'after:12:00',
      'after:2026-03-01',
      'before:2026-03-02',
      'before:12:01',
      'after:2026-03-01T13:00+01:00',
    ])
      expect([found, isFound(found)]).toEqual([found, true]);
    for (const missed of ['before:12:00', 'after:9:00 before:10:00', 'after:2026-03-02'])
      expect([missed, isFound(missed)]).toEqual([missed, false]);
  });

  test.each([
    [
      'status:failed',
      'has the unknown filter status:; did you mean state:failed? The filters are state, to, code, response, after, before. A text with a colon needs quotes: "status:failed"',
    ],
    [
      'state:faild',
      'has the unknown value state:faild; did you mean state:failed? The values are delivered, failed',
    ],
    ['-state:gone', 'has the unknown value state:gone. The values are delivered, failed'],
    ['ready state:', 'has state: without a value'],
    [
      'response:teapot',
      'has the unknown value response:teapot. It must be a status, such as 429 or 4xx, or none',
    ],
    [
      'after:noon',
      'has the unknown value after:noon. It must be a time such as 10:30, a day such as 2026-01-31, or an instant such as 2026-01-31T10:30Z',
    ],
  ])('refuses %j, and names what was probably meant', (search, message) => {
    const refusal = (() => {
      try {
        return isFound(search);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(Rejection);
    expect(refusal).toMatchObject({ code: 'invalid_request', issues: [{ path: 'q', message }] });
  });
});

/** Words of any characters; some look like the grammar itself. */
const words = fc.array(
  fc.oneof(
    fc.stringMatching(/^\S{1,12}$/u),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    fc.constantFrom(
      '-',
      '--',
      '"',
      '\\',
      'state:',
      'state:failed',
      '-ready',
      'a:b',
      '07700',
      '+44',
      '(0)',
      '482913',
      'ΣΑΣ',
      'ß',
    ),
  ),
  { minLength: 1, maxLength: 8 },
);
const WAYS = [
  (number: string) => number,
  (number: string) => `+${number}`,
  (number: string) => `+${number.slice(0, 2)} ${number.slice(2, 6)} ${number.slice(6)}`,
  (number: string) => `0${number.slice(2, 6)} ${number.slice(6)}`,
];

describe('a message', () => {
  test('is found by its own words and its number, in any order and in any case', () => {
    const property = fc.property(
      words,
      fc.integer({ min: 0, max: 999 }),
      fc.constantFrom(...WAYS),
      fc.boolean(),
      fc.infiniteStream(fc.nat()),
      (body, last, way, isUpper, order) => {
        const number = `447700900${String(last).padStart(3, '0')}`;
        const terms = [
          ...body
            .flatMap((word) => word.split(/\s+/))
            .filter((word) => word !== '')
            .map(searchTerm),
          way(number),
        ];
        const search = terms
          .map((term) => [order.next().value, isUpper ? term.toUpperCase() : term] as const)
          .sort(([a], [b]) => a - b)
          .map(([, term]) => term)
          .join(' ');
        expect([search, isFound(search, { text: body.join(' '), number })]).toEqual([search, true]);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  test('is not found by one of its words with a minus', () => {
    const property = fc.property(words, fc.nat(), (body, which) => {
      const text = body.join(' ');
      const own = text.split(/\s+/).filter((word) => word !== '');
      fc.pre(own.length > 0);
      expect(isFound(`-${searchTerm(own[which % own.length] ?? '')}`, { text })).toBe(false);
    });
    fc.assert(property, { numRuns: 200 });
  });

  test('any text is a search, or is refused with its reason', () => {
    const property = fc.property(fc.string({ unit: 'grapheme' }), (search) => {
      try {
        isFound(search);
      } catch (error) {
        expect(error).toBeInstanceOf(Rejection);
      }
    });
    fc.assert(property, { numRuns: 500 });
  });
});

test('lists of an emulator in the same process are searched in the same way', async () => {
  const emulator = createEmulator({ now: START });
  await api.sendBatch(emulator, { message: 'Škoda', destinations: ['447700900501', '447700900822'] });
  expect(emulator.messages({ q: 'skoda' })).toHaveLength(2);
  expect(emulator.messages({ q: '-state:delivered', code: '22' })).toMatchObject([{ to: '447700900822' }]);
  expect(() => emulator.webhooks({ q: 'responce:500' })).toThrow('did you mean response:500?');
});

test('a period is after its first instant, up to and including its last one, as a move of the clock (EMU-13)', () => {
  const filters = { sent: periodFilter<Item>(NOW, ({ at }) => [undefined, at]) };
  const isSent = (q: string) => parseSearch(q, filters, () => ({ texts: [], numbers: [] }))(ITEM);
  expect(isSent('sent:2026-03-01T11:00Z/2026-03-01T12:00Z')).toBe(true);
  expect(isSent('sent:11:59/12:00')).toBe(true);
  expect(isSent('sent:12:00/13:00')).toBe(false);
  expect(() => isSent('sent:12:00')).toThrow(
    'It must be two times with a slash between them, such as 9:00/10:30.',
  );
});
