import { type Checks, must } from '@messaging-service/contract';
import { checkFunction, readOptions } from '../errors/read-options.ts';
import { type DedupeStore, type DedupeTimes, readTimes, TIME_CHECKS } from './store.ts';

/**
 * Options for `createMemoryDedupeStore`.
 *
 * @example
 * ```ts
 * import { createMemoryDedupeStore, createWebhookHandler } from '@messaging-service/webhooks';
 *
 * let time = Date.now();
 * const dedupe = createMemoryDedupeStore({ maxKeys: 10_000, now: () => time, lifetime: 3600 });
 * const receive = createWebhookHandler({ secrets, on, dedupe });
 * await receive(request.clone());
 * time += 3_601_000;
 * await receive(request); // acts again
 * ```
 */
export interface MemoryDedupeOptions extends DedupeTimes {
  /**
   * How many verified events to remember, and how many unverified ones. Default: 100,000 of each. The store forgets the
   * oldest first; unverified events never displace verified ones.
   */
  readonly maxKeys?: number;
  /** Returns the current time, in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

/** A function, because bundlers keep a table with a spread although nothing uses it. */
const checks = (): Checks<MemoryDedupeOptions> => ({
  ...TIME_CHECKS,
  maxKeys: must('at least 1', (value) => typeof value === 'number' && value >= 1),
  now: checkFunction,
});

interface Entry {
  readonly isDone: boolean;
  readonly until: number;
}

/** In the order of writing, so the oldest entries come first. */
type Entries = Map<string, Entry>;

/**
 * Creates a store in memory, for a single process. It is empty after a restart. If several processes run behind a load
 * balancer, share one store, such as that of `createRedisDedupeStore`.
 *
 * @param options - All options have defaults.
 * @throws {WebhookVerificationError} `invalid_options`.
 *
 * @example
 * ```ts
 * import { createMemoryDedupeStore, createWebhookHandler } from '@messaging-service/webhooks';
 *
 * const dedupe = createMemoryDedupeStore({ lifetime: 7 * 86_400 });
 * const handler = createWebhookHandler({ secrets, on, dedupe });
 * const first = await handler(request.clone());
 * const second = await handler(request); // acts once
 * console.log(first.status, second.status); // 200 200
 * ```
 */
export function createMemoryDedupeStore(options: MemoryDedupeOptions = {}): DedupeStore {
  // `Date.now` is looked up at each call, so that fake timers take effect.
  const { maxKeys = 100_000, now = () => Date.now(), ...times } = readOptions(options, checks());
  const { lifetimeMs, leaseMs } = readTimes(times);
  const verified: Entries = new Map();
  const unverified: Entries = new Map();

  const write = (entries: Entries, key: string, isDone: boolean, ms: number): Entry => {
    const entry = { isDone, until: now() + ms };
    entries.delete(key);
    entries.set(key, entry);
    return entry;
  };
  const entriesOf = (key: string) => (key.startsWith('unverified:') ? unverified : verified);
  return {
    async claim(key) {
      const entries = entriesOf(key);
      const entry = entries.get(key);
      if (entry !== undefined && entry.until > now()) return { state: entry.isDone ? 'done' : 'busy' };
      evict(entries, maxKeys, now());
      const own = write(entries, key, false, leaseMs);
      return {
        state: 'claimed',
        commit: async (seconds = Infinity) =>
          void write(entries, key, true, Math.min(lifetimeMs, seconds * 1000)),
        release: async () => {
          if (entries.get(key) === own) entries.delete(key);
        },
      };
    },
    async forget(key) {
      const entries = entriesOf(key);
      if (entries.get(key)?.isDone === true) entries.delete(key);
    },
  };
}

/** Removes expired entries, and the oldest if there are too many, but never those of actions that are still running. */
function evict(entries: Entries, maxKeys: number, now: number): void {
  for (const [key, { isDone, until }] of entries) {
    if (until <= now || (isDone && entries.size >= maxKeys)) entries.delete(key);
    else if (isDone) return;
  }
}
