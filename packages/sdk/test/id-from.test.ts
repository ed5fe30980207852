import { idFrom } from '@messaging-service/sdk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const VERSION_5 = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('idFrom', () => {
  test('is the UUID of version 5 of a name in a namespace', () => {
    const namespace = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
    expect(idFrom(namespace, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });

  const text = fc.string({ minLength: 1 });

  test('is the same for the same names, and differs for all others', () => {
    fc.assert(
      fc.property(text, text, text, text, (a, b, c, d) => {
        expect(idFrom(a, b)).toMatch(VERSION_5);
        const isSame = a === c && b === d;
        expect(idFrom(a, b) === idFrom(c, d)).toBe(isSame);
      }),
    );
  });

  test('does not change between versions', () => {
    expect(idFrom('spring sale', 'customer 1')).toMatchInlineSnapshot(
      `"5bf72164-a844-58c0-b615-809667c82b9d"`,
    );
  });

  test.each([
    ['', 'a'],
    ['a', ''],
    [1, 'a'],
    ['a', undefined],
  ])('refuses %j and %j', (namespace, name) => {
    expect(() => idFrom(namespace as string, name as string)).toThrow(TypeError);
  });
});
