import { fail, WebhookVerificationError } from '../errors/errors.ts';
import type { DedupeClaim, DedupeStore } from './store.ts';

/**
 * Limits how long each operation of a store takes, because a store that is unreachable may never respond, and the service
 * waits for the handler. An operation that takes longer fails with `store_timeout`; it may still succeed later.
 *
 * @param store - The store.
 * @param timeoutMs - The timeout of each operation, in milliseconds.
 */
export function withStoreTimeout(store: DedupeStore, timeoutMs: number): DedupeStore {
  return {
    ...(store.forget !== undefined && {
      forget: async (key: string) => within(timeoutMs, 'forget', (async () => store.forget?.(key))()),
    }),
    async claim(key) {
      // In an asynchronous function, because a store may throw instead of returning a promise.
      const pending = (async () => store.claim(key))();
      try {
        const claim = checked(await within(timeoutMs, 'claim', pending));
        if (claim.state !== 'claimed') return claim;
        return {
          state: claim.state,
          commit: async (seconds) => within(timeoutMs, 'commit', claim.commit(seconds)),
          release: async () => within(timeoutMs, 'release', claim.release()),
        };
      } catch (error) {
        releaseLate(pending);
        throw error;
      }
    },
  };
}

/** A claim in an unknown form is refused: read as "done", it would hide an event whose action has not run. */
function checked(claim: unknown): DedupeClaim {
  const { state, commit, release } = Object(claim) as Readonly<Record<string, unknown>>;
  const isHeld = state === 'claimed' && typeof commit === 'function' && typeof release === 'function';
  if (isHeld || state === 'done' || state === 'busy') return claim as DedupeClaim;
  return fail('invalid_options', 'The dedupe store has returned a claim in an unknown form.', {
    fix: "Let claim resolve to { state: 'claimed', commit, release }, { state: 'done' } or { state: 'busy' }.",
  });
}

/** Releases a claim that arrives after the timeout, so that the next attempt does not wait for its lease to expire. */
function releaseLate(pending: Promise<DedupeClaim>): void {
  // The timeout of the claim has been reported. If the release fails too, the lease ends the claim.
  pending.then((late) => (late.state === 'claimed' ? late.release() : undefined)).catch(() => undefined);
}

async function within<Result>(timeoutMs: number, name: string, operation: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    const timeout = () =>
      reject(
        new WebhookVerificationError('store_timeout', `no response to ${name} within ${timeoutMs / 1000} s.`),
      );
    timer = setTimeout(timeout, timeoutMs);
  });
  try {
    return await Promise.race([operation, expired]);
  } finally {
    clearTimeout(timer);
  }
}
