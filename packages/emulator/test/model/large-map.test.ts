import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LargeMap } from '../../src/domain/state/large-map.ts';

type Operation = readonly [name: 'set' | 'delete', key: number, count: number];

/** Runs of keys, so that a few operations pass the sizes at which a map is split and at which a block is full. */
const operations = fc.array(
  fc.tuple(
    fc.constantFrom<Operation[0]>('set', 'set', 'delete'),
    fc.nat({ max: 6_000 }),
    fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 3_000 })),
  ),
  { maxLength: 20 },
);

function perform(map: LargeMap<number> | Map<string, number>, list: readonly Operation[]): void {
  for (const [step, [name, start, count]] of list.entries()) {
    for (let key = start; key < start + count; key++) {
      if (name === 'set') map.set(keyOf(key), step);
      else map.delete(keyOf(key));
    }
  }
}

function keyOf(index: number): string {
  return index % 2 === 0 ? `4478${String(index).padStart(8, '0')} DEMO` : `${index}`;
}

describe('a large map against a Map', () => {
  test('has the same entries in the same order, whatever is set and deleted', () => {
    fc.assert(
      fc.property(operations, fc.nat({ max: 9_000 }), (list, index) => {
        const [large, plain] = [new LargeMap<number>(), new Map<string, number>()];
        perform(large, list);
        perform(plain, list);
        expect([...large]).toEqual([...plain]);
        const visited: [string, number][] = [];
        large.forEach((value, key, map) => visited.push([key, map === large ? value : -1]));
        expect(visited).toEqual([...plain]);
        expect([...large.keys()]).toEqual([...plain.keys()]);
        expect([...large.values()]).toEqual([...plain.values()]);
        expect(large.size).toBe(plain.size);
        expect(large.has(keyOf(index))).toBe(plain.has(keyOf(index)));
        expect(large.get(keyOf(index))).toBe(plain.get(keyOf(index)));
        expect([...new LargeMap(plain)]).toEqual([...plain]);
      }),
      { numRuns: 25 },
    );
  });

  test('leaves out the requested number of first values', () => {
    fc.assert(
      fc.property(operations, fc.nat({ max: 7_000 }), (list, count) => {
        const large = new LargeMap<number>();
        perform(large, list);
        expect([...large.valuesAfter(count)]).toEqual([...large.values()].slice(count));
      }),
      { numRuns: 25 },
    );
  });

  test('iterates over its values backwards, too', () => {
    fc.assert(
      fc.property(operations, (list) => {
        const large = new LargeMap<number>();
        perform(large, list);
        expect([...large.valuesBackwards()]).toEqual([...large.values()].toReversed());
      }),
      { numRuns: 25 },
    );
  });

  test('contains a key once if it was looked up before it was added', () => {
    const large = new LargeMap<number>();
    expect(large.has('a')).toBe(false);
    large.set('a', 1).set('a', 2);
    expect(large.get('b')).toBeUndefined();
    large.set('b', 3).set('a', 4);
    large.delete('b');
    expect(large.has('b')).toBe(false);
    large.set('a', 5).set('b', 6).set('b', 7);
    expect([...large]).toEqual([
      ['a', 5],
      ['b', 7],
    ]);
  });

  test('finds a key wherever a caller expects it', () => {
    fc.assert(
      fc.property(
        operations,
        fc.nat({ max: 9_000 }),
        fc.integer({ min: -1, max: 20_000 }),
        (list, index, place) => {
          const [large, plain] = [new LargeMap<number>(), new Map<string, number>()];
          perform(large, list);
          perform(plain, list);
          expect(large.get(keyOf(index), place)).toBe(plain.get(keyOf(index)));
        },
      ),
      { numRuns: 25 },
    );
  });

  test('finds a key at its place, also where earlier ones were removed or it was added again', () => {
    const keys = Array.from({ length: 3_000 }, (_, index) => keyOf(index));
    const large = new LargeMap(keys.map((key, index) => [key, index]));
    for (const key of keys.slice(0, 2_000)) large.delete(key);
    large.set(keyOf(7), -7);
    for (const [index, key] of keys.entries()) {
      const expected = index === 7 ? -7 : index < 2_000 ? undefined : index;
      expect(large.get(key, index)).toBe(expected);
    }
  });

  test('ascending values from a bound on are complete', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 5_000 }),
        fc.nat({ max: 5_500 }),
        fc.array(fc.tuple(fc.nat({ max: 5_000 }), fc.nat({ max: 2_500 })), { maxLength: 4 }),
        (size, bound, gaps) => {
          const large = new LargeMap<number>();
          for (let value = 0; value < size; value++) large.set(keyOf(value), value);
          for (const [start, count] of gaps)
            for (let value = start; value < start + count; value++) large.delete(keyOf(value));
          const isWanted = (value: number) => value >= bound;
          const found = [...large.valuesFrom((value) => value < bound)];
          expect(found.filter(isWanted)).toEqual([...large.values()].filter(isWanted));
          expect(found.length - found.filter(isWanted).length).toBeLessThan(1_024);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('an iterator visits neither what was added nor what was deleted after it started', () => {
    const large = new LargeMap([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
    const values = large.values();
    expect(values.next().value).toBe(1);
    large.delete('b');
    large.set('d', 4);
    expect([...values]).toEqual([3]);
  });
});
