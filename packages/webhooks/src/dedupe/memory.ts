import { fail } from '../errors/errors.ts';
import {
  type DedupeClaim,
  type DedupeSpace,
  type DedupeStore,
  type DedupeTimes,
  readTimes,
} from './store.ts';

/** Options for a store in memory. */
export interface MemoryDedupeOptions extends DedupeTimes {
  /**
   * How many verified events it remembers, and how many unverified ones, the latest of each. Default: 100,000. Unsigned
   * events never take the room of signed ones.
   */
  readonly maxKeys?: number;
  /** Returns the current time, in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

interface Entry {
  readonly isDone: boolean;
  readonly until: number;
}

/** In the order of writing, so that the oldest come first. */
type Entries = Map<string, Entry>;

/**
 * Creates a store in memory, for a single process. Several processes behind a load balancer need a store that they share.
 * A process that restarts has forgotten everything.
 *
 * @param options - Each option has a default.
 * @throws WebhookVerificationError `invalid_options`.
 *
 * @example
 * ```ts
 * import { createMemoryDedupeStore, createWebhookHandler } from '@messaging-service/webhooks';
 *
 * const dedupe = createMemoryDedupeStore({ lifetime: 7 * 86_400 });
 * const handler = createWebhookHandler({ secrets, on, dedupe });
 * ```
 */
export function createMemoryDedupeStore(options: MemoryDedupeOptions = {}): DedupeStore {
  const { maxKeys = 100_000, now = Date.now } = options;
  const { lifetimeMs, leaseMs } = readTimes(options);
  if (!(maxKeys >= 1)) fail('invalid_options', 'maxKeys');
  const spaces: Readonly<Record<DedupeSpace, Entries>> = { verified: new Map(), unverified: new Map() };

  const write = (entries: Entries, key: string, isDone: boolean, ms: number): Entry => {
    const entry = { isDone, until: now() + ms };
    entries.delete(key);
    entries.set(key, entry);
    return entry;
  };
  const claim = (entries: Entries, key: string): DedupeClaim => {
    const known = entries.get(key);
    if (known !== undefined && known.until > now()) return { state: known.isDone ? 'done' : 'busy' };
    makeRoom(entries, maxKeys, now());
    const mine = write(entries, key, false, leaseMs);
    return {
      state: 'claimed',
      commit: async () => void write(entries, key, true, lifetimeMs),
      release: async () => {
        if (entries.get(key) === mine) entries.delete(key);
      },
    };
  };
  return { claim: async (key, space = 'verified') => claim(spaces[space], key) };
}

/** Removes expired entries, and the oldest if there are too many, but never those of actions that still run. */
function makeRoom(entries: Entries, maxKeys: number, now: number): void {
  for (const [key, { isDone, until }] of entries) {
    if (until <= now || (isDone && entries.size >= maxKeys)) entries.delete(key);
    else if (isDone) return;
  }
}
