import { type DedupeClaim, type DedupeStore, type DedupeTimes, readTimes } from './dedupe.ts';
import { fail } from './errors.ts';

/** How a store in memory remembers. */
export interface MemoryDedupeOptions extends DedupeTimes {
  /** How many events it remembers at most, the latest: 100,000 unless given. */
  readonly maxKeys?: number;
  /** Tells the present, in milliseconds since the epoch: `Date.now` unless given. */
  readonly now?: () => number;
}

interface Entry {
  readonly isDone: boolean;
  readonly until: number;
}

/**
 * Makes a store in memory: enough where one process receives. Several behind a load balancer need one they share, and
 * a process that restarts has forgotten everything.
 *
 * @param options - Everything has a default.
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
  // In the order of writing, so the oldest come first.
  const entries = new Map<string, Entry>();

  const write = (key: string, isDone: boolean, ms: number): Entry => {
    const entry = { isDone, until: now() + ms };
    entries.delete(key);
    entries.set(key, entry);
    return entry;
  };
  const claim = (key: string): DedupeClaim => {
    const known = entries.get(key);
    if (known !== undefined && known.until > now()) return { state: known.isDone ? 'done' : 'busy' };
    makeRoom(entries, maxKeys, now());
    const mine = write(key, false, leaseMs);
    return {
      state: 'claimed',
      commit: async () => void write(key, true, lifetimeMs),
      release: async () => {
        if (entries.get(key) === mine) entries.delete(key);
      },
    };
  };
  return { claim: async (key) => claim(key) };
}

/** Forgets what has expired, and the oldest when there are too many; never what somebody is acting on. */
function makeRoom(entries: Map<string, Entry>, maxKeys: number, now: number): void {
  for (const [key, { isDone, until }] of entries) {
    if (until <= now || (isDone && entries.size >= maxKeys)) entries.delete(key);
    else if (isDone) return;
  }
}
