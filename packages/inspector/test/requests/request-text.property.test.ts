import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutIds, withoutKey } from '../../src/requests/request-text.ts';

const NAMES = ['id', 'uuid', 'to', 'messages', 'defaults', 'identity'];

/** JSON as a request could have it, with identifiers at any depth. */
const { json } = fc.letrec((tie) => ({
  json: fc.oneof({ depthSize: 'small' }, fc.string(), fc.integer(), tie('object'), tie('array')),
  object: fc.dictionary(fc.constantFrom(...NAMES), tie('json'), { maxKeys: 4 }),
  array: fc.array(tie('json'), { maxLength: 3 }),
}));

/** The value without the members that identify something. */
function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'id' && name !== 'uuid');
  return Object.fromEntries(members.map(([name, member]) => [name, stripped(member)]));
}

test('a body to send again has no identifier at any depth, and everything else', () => {
  fc.assert(
    fc.property(json, (body) => {
      expect(JSON.parse(withoutIds(JSON.stringify(body)))).toEqual(stripped(body));
    }),
  );
});

test('the key is removed from an address wherever it is, and other parameters stay', () => {
  const parameter = fc.tuple(
    fc.constantFrom<string[]>('details', 'isDryrun', 'monkey', 'k'),
    fc.stringMatching(/^\w{0,5}$/),
  );
  fc.assert(
    fc.property(fc.array(parameter, { maxLength: 4 }), fc.nat({ max: 4 }), (parameters, at) => {
      const query = (all: readonly (readonly [string, string])[]) =>
        all.map(([name, value]) => `${name}=${value}`).join('&');
      const withKey = parameters.toSpliced(at, 0, ['key', '****0123']);
      const expected = parameters.length === 0 ? '/batch' : `/batch?${query(parameters)}`;
      expect(withoutKey(`/batch?${query(withKey)}`)).toBe(expected);
    }),
  );
});
