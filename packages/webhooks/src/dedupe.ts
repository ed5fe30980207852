import { fail } from './errors.ts';

/** What a store answers to whoever wants to act on an event. */
export type DedupeClaim =
  | {
      /** Nobody has acted on it: the asker has to, and to say how it went. */
      readonly state: 'claimed';
      /** It is done. From now on, for the store's lifetime, the answer is `done`. */
      commit(): Promise<void>;
      /** It failed: the next one who asks may try. Does nothing once somebody else holds the claim. */
      release(): Promise<void>;
    }
  | {
      /** `done`: somebody has acted on it. `busy`: somebody is acting on it right now. */
      readonly state: 'done' | 'busy';
    };

/**
 * Remembers which events were acted on. The service sends an event up to six times; with a store that all receivers
 * share, they act on it once. spec.md, Events.
 */
export interface DedupeStore {
  /** Asks to act on an event. Of any number who ask at once, one is told `claimed`. */
  claim(key: string): Promise<DedupeClaim>;
}

/** How long a store remembers. */
export interface DedupeTimes {
  /** How long an event stays done, in seconds: a day unless given, and at least an hour, in which all retries fall. */
  readonly lifetime?: number;
  /**
   * How long a claim stands, in seconds, when its holder neither commits nor releases it because it crashed: a minute
   * unless given. It has to be longer than a handler ever takes; otherwise a second one starts while it works.
   */
  readonly lease?: number;
}

/** The last of the emulated service's retries comes 43 minutes after the first attempt; see decisions/webhook-retries. */
const LEAST_LIFETIME_S = 3600;
const DEFAULT_LIFETIME_S = 86_400;
const DEFAULT_LEASE_S = 60;

/**
 * Checks times and turns them into milliseconds.
 *
 * @param times - What the caller gave.
 * @throws WebhookVerificationError `invalid_options`.
 */
export function readTimes({ lifetime = DEFAULT_LIFETIME_S, lease = DEFAULT_LEASE_S }: DedupeTimes): {
  readonly lifetimeMs: number;
  readonly leaseMs: number;
} {
  if (!(lifetime >= LEAST_LIFETIME_S && Number.isFinite(lifetime))) fail('invalid_options', 'lifetime');
  if (!(lease > 0 && lease <= lifetime)) fail('invalid_options', 'lease');
  return { lifetimeMs: Math.ceil(lifetime * 1000), leaseMs: Math.ceil(lease * 1000) };
}
