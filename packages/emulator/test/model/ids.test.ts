import { type IdsState, SeededIds } from '@messaging-service/emulator/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const seeds = fc.oneof(
  fc.nat(),
  fc.integer(),
  fc.constantFrom(0, -1, 2 ** 31, 2 ** 32 - 1, Number.MAX_SAFE_INTEGER),
);

/** A mixture of everything that can be generated. */
function draw(ids: SeededIds, count: number): string[] {
  return Array.from(
    { length: count },
    (_, index) => [() => ids.uuid(), () => ids.apiKey(), () => String(ids.below(1_000))][index % 3]?.() ?? '',
  );
}

describe('identifiers and random numbers from a seed (EMU-4)', () => {
  test('a fork generates other values and does not change its source', () => {
    fc.assert(
      fc.property(seeds, fc.nat({ max: 20 }), fc.nat({ max: 20 }), (seed, before, drawn) => {
        const [forked, alone] = [new SeededIds(seed), new SeededIds(seed)];
        draw(forked, before);
        draw(alone, before);
        const fork = forked.fork();
        draw(fork, drawn);
        expect(forked.state()).toEqual(alone.state());
        const next = forked.uuid();
        expect(next).toBe(alone.uuid());
        expect(fork.uuid()).not.toBe(next);
      }),
    );
  });

  test('continues from its state after JSON, as if it had never stopped', () => {
    fc.assert(
      fc.property(seeds, fc.nat({ max: 2 ** 32 - 1 }), fc.nat({ max: 20 }), (seed, keySpace, before) => {
        const ids = new SeededIds(seed, keySpace);
        draw(ids, before);
        const state = JSON.parse(JSON.stringify(ids.state())) as IdsState;
        const restored = new SeededIds(state, keySpace);
        expect(restored.state()).toEqual(ids.state());
        expect(draw(restored, 20)).toEqual(draw(ids, 20));
      }),
    );
  });

  test('key spaces make only API keys different', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 2 ** 32 - 1 }), (seed, keySpace) => {
        const [own, other] = [new SeededIds(seed), new SeededIds(seed, keySpace)];
        expect(other.uuid()).toBe(own.uuid());
        expect(other.apiKey()).not.toBe(own.apiKey());
        expect(other.uuid()).toBe(own.uuid());
      }),
    );
  });
});
