import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { installFakePage, loseDigest, pass, readDigest, sendDigest } from './fake-page.ts';

installFakePage();
const { Refusal } = await import('../../src/api/control-api.ts');
const { LiveQuery } = await import('../../src/live/live-query.ts');

const ignore = () => undefined;
const UNAVAILABLE = new Refusal('The service is not available.', 503, undefined, []);

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** Something that happens to a page with a query. */
type Event =
  | { readonly kind: 'change' }
  | { readonly kind: 'respond' }
  | { readonly kind: 'wait'; readonly ms: number };

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.constant({ kind: 'change' as const }),
  fc.constant({ kind: 'respond' as const }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.nat({ max: 5_000 }) }),
);

/** A query whose responses show how much had changed when it was called. */
class WatchedQuery {
  changes = 0;
  /** The number of changes that the latest response knows. */
  known = -1;
  calls = 0;
  mostAtATime = 0;
  readonly #open: (() => void)[] = [];
  readonly query = new LiveQuery(async () => {
    const seen = this.changes;
    this.calls++;
    const responded = new Promise<void>((resolve) => this.#open.push(resolve));
    this.mostAtATime = Math.max(this.mostAtATime, this.#open.length);
    await responded;
    this.known = seen;
  }, ignore);

  async apply(one: Event): Promise<void> {
    if (one.kind === 'change') {
      this.changes++;
      await sendDigest();
    } else if (one.kind === 'respond') this.respond();
    else await later(one.ms);
    await pass();
  }

  respond(): void {
    this.#open.shift()?.();
  }
}

/** Lets time pass, and the page read the digest after it. */
async function later(ms: number): Promise<void> {
  await pass(ms);
  await readDigest();
  await pass();
}

/** Runs events on a query, and checks something afterwards. */
async function run(
  events: readonly Event[],
  check: (watched: WatchedQuery) => Promise<void> | void,
): Promise<void> {
  const watched = new WatchedQuery();
  try {
    for (const one of events) await watched.apply(one);
    await check(watched);
  } finally {
    watched.query.stop();
  }
}

describe('whatever happens, a live query', () => {
  test('never makes two calls at a time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 40 }), (events) =>
        run(events, ({ mostAtATime }) => expect(mostAtATime).toBe(1)),
      ),
      { numRuns: 60 },
    );
  });

  test('knows the latest change in the end, once the emulator responds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 40 }), (events) =>
        run(events, async (watched) => {
          for (let round = 0; round < 4; round++) {
            watched.respond();
            // A slow call is followed by a pause of three times its duration.
            await later(1_000_000);
          }
          expect(watched.known).toBe(watched.changes);
        }),
      ),
      { numRuns: 60 },
    );
  });

  test('makes no call while nothing changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 20 }), (events) =>
        run(events, async (watched) => {
          for (let round = 0; round < 4; round++) {
            watched.respond();
            await later(1_000_000);
          }
          const { calls } = watched;
          await later(1_000_000);
          expect(watched.calls).toBe(calls);
        }),
      ),
      { numRuns: 40 },
    );
  });
});

test('a call that failed temporarily is repeated until it succeeds, although nothing changes', async () => {
  let calls = 0;
  let isBroken = true;
  const query = new LiveQuery(async () => {
    calls++;
    if (isBroken) throw UNAVAILABLE;
  }, ignore);
  await pass();
  expect(calls).toBe(1);
  await later(1_900);
  expect(calls).toBe(1);
  for (let round = 0; round < 5; round++) await later(2_000);
  expect(calls).toBe(6);
  isBroken = false;
  for (let round = 0; round < 5; round++) await later(2_000);
  expect(calls).toBe(7);
  query.stop();
});

test('a query that depends on a part of the digest calls when that part has changed, and after a lost connection', async () => {
  let calls = 0;
  await sendDigest({ sandboxes: 1 });
  const query = new LiveQuery(
    async () => void calls++,
    ignore,
    ({ sandboxes }) => sandboxes,
  );
  const callsAfter = async (change: () => Promise<void>) => {
    await pass(10_000);
    await change();
    return calls;
  };
  expect(await callsAfter(() => sendDigest({ sandboxes: 1 }))).toBe(1);
  expect(await callsAfter(() => sendDigest({ sandboxes: 2 }))).toBe(2);
  expect(await callsAfter(loseDigest)).toBe(3);
  expect(await callsAfter(() => sendDigest({ sandboxes: 2 }))).toBe(4);
  query.stop();
});
