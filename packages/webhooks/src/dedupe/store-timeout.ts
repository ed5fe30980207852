import { WebhookVerificationError } from '../errors/errors.ts';
import type { DedupeClaim, DedupeStore } from './store.ts';

/**
 * Limits how long each operation of a store takes, because a store that has gone away may never answer, and the service
 * waits for the handler. An operation that takes longer fails with `store_timeout`; it may still succeed later.
 *
 * @param store - The store.
 * @param limitMs - The limit for each operation, in milliseconds.
 */
export function limitStore(store: DedupeStore, limitMs: number): DedupeStore {
  return {
    async claim(key, space) {
      const asked = promiseOf(() => store.claim(key, space));
      try {
        const claim = await settleWithin(limitMs, 'claim', asked);
        if (claim.state !== 'claimed') return claim;
        return {
          state: claim.state,
          commit: () =>
            settleWithin(
              limitMs,
              'commit',
              promiseOf(() => claim.commit()),
            ),
          release: () =>
            settleWithin(
              limitMs,
              'release',
              promiseOf(() => claim.release()),
            ),
        };
      } catch (error) {
        releaseLate(asked);
        throw error;
      }
    },
  };
}

/** Gives back a claim that arrives after the limit, so that the next attempt does not wait for its lease to expire. */
function releaseLate(asked: Promise<DedupeClaim>): void {
  // The failure of the claim is reported already. If the release fails too, the lease ends the claim.
  asked.then((late) => (late.state === 'claimed' ? late.release() : undefined)).catch(() => undefined);
}

/** A store that throws looks the same as a store that rejects. */
async function promiseOf<Result>(operation: () => Promise<Result>): Promise<Result> {
  return operation();
}

async function settleWithin<Result>(
  limitMs: number,
  name: string,
  operation: Promise<Result>,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const timeout = () =>
      reject(new WebhookVerificationError('store_timeout', `${name}, ${limitMs / 1000} s`));
    timer = setTimeout(timeout, limitMs);
  });
  try {
    return await Promise.race([operation, limit]);
  } finally {
    clearTimeout(timer);
  }
}
