import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutKey } from '../../src/requests/request-text.ts';

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
