import { fillPath } from '@messaging-service/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const BASE = 'https://api.messaging.test';

describe('fillPath (API-2)', () => {
  test('puts each value in the place of its name', () => {
    expect(fillPath('/batch/{batchUuid}', { batchUuid: 'b-1' })).toBe('/batch/b-1');
    expect(fillPath('/a/{one}/b/{two}', { one: '1', two: '2' })).toBe('/a/1/b/2');
  });

  test('does not change a path without placeholders', () => {
    expect(fillPath('/message', {})).toBe('/message');
  });

  test.each([
    ['a/b', 'a%2Fb'],
    ['../account', '..%2Faccount'],
    ['?key=x', '%3Fkey%3Dx'],
    ['#top', '%23top'],
    ['50%', '50%25'],
    ['é 🎉', '%C3%A9%20%F0%9F%8E%89'],
    ['{batchUuid}', '%7BbatchUuid%7D'],
    ['$&$1', '%24%26%241'],
    ['...', '...'],
  ])('%j stays one segment', (value, segment) => {
    expect(fillPath('/batch/{batchUuid}', { batchUuid: value })).toBe(`/batch/${segment}`);
  });

  test.each(['', '.', '..', '\ud800', 'a\udc00'])('%j cannot be one segment, so it is refused', (value) => {
    const fill = () => fillPath('/account/{accountUuid}', { accountUuid: value });
    expect(fill).toThrow(RangeError);
    expect(fill).toThrow(`accountUuid cannot be part of a path; got ${JSON.stringify(value)}`);
  });

  test('every accepted value reaches the intended operation unchanged', () => {
    const unit = fc.oneof(
      fc.constantFrom('.', '/', '?', '#', '%', '\\', ' '),
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    );
    const values = fc
      .string({ unit, minLength: 1 })
      .filter((text) => text.isWellFormed() && !/^\.{0,2}$/.test(text));
    fc.assert(
      fc.property(values, (value) => {
        const { pathname, search, hash } = new URL(
          BASE + fillPath('/batch/{batchUuid}', { batchUuid: value }),
        );
        const [, batch, segment, ...rest] = pathname.split('/');
        expect([batch, decodeURIComponent(segment ?? ''), rest, search, hash]).toEqual([
          'batch',
          value,
          [],
          '',
          '',
        ]);
      }),
    );
  });
});
