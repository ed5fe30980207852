import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';

/** The history of a browser tab: entries with their states, and the one that is open. */
class FakeHistory {
  readonly entries: unknown[] = [null];
  at = 0;

  get state(): unknown {
    return this.entries[this.at];
  }

  replaceState(state: unknown): void {
    this.entries[this.at] = state;
  }

  push(): void {
    this.entries.splice(this.at + 1);
    this.entries.push(null);
    this.at++;
  }
}

let fake = new FakeHistory();

beforeEach(() => {
  vi.stubGlobal('history', {
    get state() {
      return fake.state;
    },
    replaceState: (state: unknown) => fake.replaceState(state),
  });
  return () => vi.unstubAllGlobals();
});

/** Loads the module for a new tab. */
async function newTab() {
  vi.resetModules();
  fake = new FakeHistory();
  const positions = await import('../../src/routing/positions.ts');
  positions.enterHistory();
  return positions;
}

type Move =
  | { readonly kind: 'link' }
  | { readonly kind: 'replace' }
  | { readonly kind: 'go'; readonly by: number }
  | { readonly kind: 'scroll'; readonly top: number };

const move: fc.Arbitrary<Move> = fc.oneof(
  fc.constant({ kind: 'link' as const }),
  fc.constant({ kind: 'replace' as const }),
  fc.record({ kind: fc.constant('go' as const), by: fc.integer({ min: -3, max: 3 }) }),
  fc.record({ kind: fc.constant('scroll' as const), top: fc.nat({ max: 10_000 }) }),
);

test('however a user moves through the history, each entry has the position at which it was left last', async () => {
  const check = async (moves: readonly Move[]) => {
    const { enterHistory, historyState, onLeave, positionOf } = await newTab();
    let top = 0;
    const end = onLeave('messages', () => ({ top, total: 9 }));
    /** The positions by the place in the history, as users expect them. */
    const expected = new Map<number, number>();
    for (const one of moves) {
      if (one.kind === 'scroll') {
        top = one.top;
        continue;
      }
      if (one.kind === 'replace') {
        fake.replaceState(historyState());
        enterHistory();
        expected.delete(fake.at);
        expect(positionOf('messages')).toBeUndefined();
        continue;
      }
      const before = fake.at;
      if (one.kind === 'link') {
        fake.push();
        for (const place of expected.keys()) if (place >= fake.at) expected.delete(place);
      } else {
        const to = Math.max(0, Math.min(fake.entries.length - 1, fake.at + one.by));
        if (to === before) continue;
        fake.at = to;
      }
      expected.set(before, top);
      enterHistory();
      expect(positionOf('messages')?.top).toBe(expected.get(fake.at));
      top = positionOf('messages')?.top ?? 0;
    }
    end();
  };
  await fc.assert(fc.asyncProperty(fc.array(move, { maxLength: 25 }), check), { numRuns: 60 });
});

test('each list of an entry has a position of its own', async () => {
  const { enterHistory, onLeave, positionOf } = await newTab();
  const ends = [
    onLeave('messages', () => ({ top: 1, total: 9 })),
    onLeave('ledger', () => ({ top: 2, total: 3 })),
  ];
  fake.push();
  enterHistory();
  fake.at = 0;
  enterHistory();
  expect([positionOf('messages'), positionOf('ledger')]).toEqual([
    { top: 1, total: 9 },
    { top: 2, total: 3 },
  ]);
  for (const end of ends) end();
});

test('a list that is no longer shown keeps the position that it had', async () => {
  const { enterHistory, onLeave, positionOf } = await newTab();
  const end = onLeave('messages', () => ({ top: 5, total: 9 }));
  fake.push();
  enterHistory();
  end();
  fake.push();
  enterHistory();
  expect(positionOf('messages')).toBeUndefined();
  fake.at = 0;
  enterHistory();
  expect(positionOf('messages')?.top).toBe(5);
});

test('of very many entries, the positions of the oldest are forgotten', async () => {
  const { enterHistory, onLeave, positionOf } = await newTab();
  const end = onLeave('messages', () => ({ top: fake.at, total: 9 }));
  for (let entry = 0; entry < 600; entry++) {
    fake.push();
    enterHistory();
  }
  fake.at = 0;
  enterHistory();
  expect(positionOf('messages')).toBeUndefined();
  fake.at = 400;
  enterHistory();
  expect(positionOf('messages')).toBeDefined();
  end();
});
