import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OBJECTS, type ObjectKind } from '../../src/routing/objects.ts';
import { entryHref, href, objectHref, parseRoute, VIEWS } from '../../src/routing/route.ts';

const kinds = Object.keys(OBJECTS) as ObjectKind[];
const text = fc.string({ minLength: 1, unit: 'grapheme' });

/** Parameters that identify objects, filters of the views, and others. */
const NAMES = ['id', 'number', 'batch', 'entry', 'search', 'state', 'status', 'account', 'x-y', 'toString'];
const parameters = fc.dictionary(fc.constantFrom(...NAMES), text);

test('every view with any parameters has an address that leads back to them', () => {
  fc.assert(
    fc.property(fc.constantFrom(...VIEWS), parameters, (view, given) => {
      const route = parseRoute(href(view, given));
      expect(route.view).toBe(view);
      const { number, ...others } = given;
      // The path of a phone has no plus, because people copy it.
      const isPhone = view === 'phones' && number !== undefined;
      expect(route.parameters).toEqual(isPhone ? { ...others, number: number.replace('+', '') } : given);
    }),
    { examples: [['phones', { number: '447700900123', search: '+44 & more' }]] },
  );
});

test('every object has an address that opens it, whatever its identifier and the filters are', () => {
  const identifier = text.filter((id) => !id.includes('+'));
  fc.assert(
    fc.property(fc.constantFrom(...kinds), identifier, parameters, (kind, id, filters) => {
      const { view, parameter } = OBJECTS[kind];
      const { [parameter]: _, ...rest } = filters;
      const route = parseRoute(objectHref(kind, id, rest));
      expect(route).toEqual({ view, opened: kind, parameters: { ...rest, [parameter]: id } });
    }),
  );
});

test('an address is stable: the address of its route is the same address', () => {
  fc.assert(
    fc.property(fc.constantFrom(...VIEWS), parameters, (view, given) => {
      const address = href(view, given);
      const route = parseRoute(address);
      expect(parseRoute(href(route.view, route.parameters))).toEqual(route);
    }),
  );
});

test('no address that a user types makes the page fail, and each leads to a view', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        text.map((typed) => `#/${typed}`),
      ),
      (hash) => {
        expect(VIEWS).toContain(parseRoute(hash).view);
      },
    ),
  );
});

test('each object is in the view whose name its path has, except batches and jobs', () => {
  const elsewhere = kinds.filter((kind) => (OBJECTS[kind].path as string) !== OBJECTS[kind].view);
  expect(elsewhere).toEqual(['batch', 'job']);
});

test('a change of the credits has the address of its account', () => {
  expect(entryHref('account-1', 7)).toBe('#/accounts/account-1?entry=7');
  expect(parseRoute(entryHref('account-1', '7'))).toEqual({
    view: 'accounts',
    opened: 'account',
    parameters: { id: 'account-1', entry: '7' },
  });
});
