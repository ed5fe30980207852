import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MESSAGE_OPERATORS, REQUEST_OPERATORS, WEBHOOK_OPERATORS } from '../../src/find/filters.ts';
import { hintOf, type Operator, parseTyped } from '../../src/find/operators.ts';

const SEARCHES = { messages: MESSAGE_OPERATORS, requests: REQUEST_OPERATORS, webhooks: WEBHOOK_OPERATORS };

/** A value that an operator accepts. A quote would end a value in quotes. */
function valueOf({ values }: Operator): fc.Arbitrary<string> {
  if (values !== undefined) return fc.constantFrom(...values);
  return fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes('"'));
}

/** Some operators, each with one value. */
function filtersOf(operators: readonly Operator[]): fc.Arbitrary<Record<string, string | undefined>> {
  const members = Object.fromEntries(operators.map((operator) => [operator.name, valueOf(operator)]));
  return fc.record(members, { requiredKeys: [] });
}

/** Words that contain no colon, so that none of them is an operator. */
const words = fc
  .array(fc.stringMatching(/^[^\s:"]{1,8}$/), { maxLength: 4 })
  .map((found) => found.map((word) => word.trim()).filter((word) => word !== ''));

test.each(Object.entries(SEARCHES))(
  'operators of the search for %s are found in any order and at any place of a text, with any value in quotes',
  (_, operators) => {
    const search = fc.record({ filters: filtersOf(operators), text: words }).chain(({ filters, text }) => {
      const terms = Object.entries(filters).map(([name, value]) => `${name}:"${value}"`);
      const parts = fc.shuffledSubarray([...terms, ...text], { minLength: terms.length + text.length });
      return parts.map((typed) => ({ filters, typed, left: typed.filter((part) => !terms.includes(part)) }));
    });
    fc.assert(
      fc.property(search, ({ filters, typed, left }) => {
        expect(parseTyped(typed.join(' '), operators, true)).toEqual({ filters, text: left.join(' ') });
      }),
    );
  },
);

test('a text without operators is never changed, and neither is one with unknown operators', () => {
  const unknown = fc.stringMatching(/^[a-z]{1,8}:\S{0,8}$/).filter((term) => {
    const [name = ''] = term.split(':');
    return !MESSAGE_OPERATORS.some((operator) => operator.name === name);
  });
  const texts = fc.oneof(
    unknown,
    fc.string({ unit: 'grapheme' }).filter((text) => !text.includes(':')),
  );
  fc.assert(
    fc.property(texts, fc.boolean(), (text, isComplete) => {
      expect(parseTyped(text, MESSAGE_OPERATORS, isComplete)).toEqual({ filters: {}, text });
    }),
  );
});

test('while the user types, an operator is never taken out before its value is complete', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...MESSAGE_OPERATORS),
      fc.stringMatching(/^[a-z\d]{1,12}$/),
      ({ name }, value) => {
        const typed = `${name}:${value}`;
        for (let length = 1; length <= typed.length; length++)
          expect(parseTyped(typed.slice(0, length), MESSAGE_OPERATORS, false).filters).toEqual({});
      },
    ),
  );
});

test('a search that was parsed once has nothing left to parse', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const { filters, text } = parseTyped(`state:failed ${typed}`, MESSAGE_OPERATORS, true);
      expect(filters.state).toBeDefined();
      expect(text.length).toBeLessThanOrEqual(typed.length);
    }),
  );
});

test('the value that is typed last wins', () => {
  expect(parseTyped('code:22 code:30', MESSAGE_OPERATORS, true)).toEqual({
    filters: { code: '30' },
    text: '',
  });
});

test.each(Object.entries(SEARCHES))(
  'the hint of the search for %s shows each operator as it is typed',
  (_, operators) => {
    const hint = hintOf(operators);
    for (const { name } of operators) expect(hint).toContain(`${name}:`);
    for (const example of hint.split('  '))
      expect(Object.keys(parseTyped(example, operators, true).filters)).toHaveLength(1);
  },
);
