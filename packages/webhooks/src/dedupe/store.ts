import { type Checks, must } from '@messaging-service/contract';
import { invalid } from '../errors/errors.ts';

/** The state of an event in a dedupe store. With `claimed`, it also has the functions that end the claim. */
export type DedupeClaim =
  | {
      /** The event is new: act on it, then call `commit` or `release`. */
      readonly state: 'claimed';
      /**
       * Records that the action succeeded. For the lifetime of the store, further claims get `done`.
       *
       * @param seconds - A shorter lifetime, for an event that only its content identifies.
       */
      commit(seconds?: number): Promise<void>;
      /** Records that the action failed, so that the next claim succeeds. Has no effect after another claim. */
      release(): Promise<void>;
    }
  | {
      /** `done`: the action for this event has succeeded. `busy`: another receiver is acting on the event. */
      readonly state: 'done' | 'busy';
    };

/**
 * Remembers which events were processed. The service sends an event up to six times. The receivers that share a store
 * act on it once, within the limits that the guide on webhooks lists. See WHK-3.
 */
export interface DedupeStore {
  /**
   * Claims an event. If several receivers claim the same key concurrently, one of them gets `claimed`.
   *
   * @param key - Identifies the event. It begins with `verified:` if the signature matched, and with `unverified:` if the
   * event has no signature, so that anyone may have sent it. If you limit the size of the store, limit the two separately.
   * Otherwise anyone can displace verified events.
   */
  claim(key: string): Promise<DedupeClaim>;
  /**
   * Forgets an event that is `done`: its response 200 was sent, so the same content would be another event. Leave an event
   * alone that a receiver is still acting on. Handlers call this for credit notifications. Without it, they act on each
   * attempt at a credit notification, because acting twice is better than losing a warning.
   *
   * @param key - The key of the event, as for `claim`.
   */
  forget?(key: string): Promise<void>;
}

/**
 * Options for the times of a store.
 *
 * @example
 * ```ts
 * import { createMemoryDedupeStore, createWebhookHandler } from '@messaging-service/webhooks';
 *
 * const dedupe = createMemoryDedupeStore({ lifetime: 7 * 86_400, lease: 30 });
 * const receive = createWebhookHandler({ secrets, on, dedupe });
 * console.log((await receive(request)).status); // 200
 * ```
 */
export interface DedupeTimes {
  /** How long an event stays `done`, in seconds. Default: a day. At least an hour, so that it covers all retries. */
  readonly lifetime?: number;
  /**
   * How long a claim lasts, in seconds, if its holder crashes. Default: 60. Set it above the duration of your slowest
   * action: otherwise the next attempt starts a second action while the first one still runs.
   */
  readonly lease?: number;
}

/**
 * How long the service may repeat an event, in seconds: 42 minutes and 40 seconds of pauses, and 10 s for each of the six
 * attempts. See WHK-4.
 */
export const REPETITION_S = 2620;
/** More than the time during which the service repeats an event. */
const MIN_LIFETIME_S = 3600;
const DEFAULT_LIFETIME_S = 86_400;
const DEFAULT_LEASE_S = 60;
const LEASE = 'more than 0 seconds and at most the lifetime';

/** A check for each time. */
export const TIME_CHECKS: Checks<DedupeTimes> = {
  lifetime: must(
    'at least 3600 seconds',
    (value) => Number.isFinite(value) && (value as number) >= MIN_LIFETIME_S,
  ),
  lease: must(LEASE, (value) => typeof value === 'number' && value > 0),
};

/**
 * Converts times to milliseconds.
 *
 * @param times - The options of a store, checked.
 * @throws {WebhookVerificationError} `invalid_options`: the lease is longer than the lifetime.
 */
export function readTimes({ lifetime = DEFAULT_LIFETIME_S, lease = DEFAULT_LEASE_S }: DedupeTimes): {
  readonly lifetimeMs: number;
  readonly leaseMs: number;
} {
  if (lease > lifetime) invalid('lease', LEASE, lease);
  return { lifetimeMs: Math.ceil(lifetime * 1000), leaseMs: Math.ceil(lease * 1000) };
}
