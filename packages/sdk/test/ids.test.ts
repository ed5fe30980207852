import { idFrom } from '@messaging-service/sdk';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createId } from '../src/ids.ts';

const VERSION_5 = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('identifiers of the client', () => {
  test.each(['a running', 'a stopped'])(
    'are different UUIDs of version 7 in the order of creation, with %s clock',
    (clock) => {
      if (clock === 'a stopped') vi.useFakeTimers();
      const ids = Array.from({ length: 10_000 }, () => createId());
      expect(ids.every((id) => VERSION_7.test(id))).toBe(true);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.toSorted()).toEqual(ids);
    },
  );

  test('stay in order when the clock is set back', () => {
    vi.useFakeTimers({ now: Date.now() + 60_000 });
    const before = createId();
    vi.setSystemTime(Date.now() - 30_000);
    expect(createId() > before).toBe(true);
  });
});

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
