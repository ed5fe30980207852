import type { DedupeClaim, DedupeStore } from './store.ts';

/** Pauses between claims, in milliseconds: 4.5 s in total, less than the 10 s that the service waits for a response. */
const PAUSES_MS: readonly number[] = [10, 20, 40, 80, 160, 320, 640, 1000, 1000, 1230];
/** The time after which there is no further claim, in milliseconds. With a slow store, the claims take long, too. */
const MAX_WAIT_MS = 4500;

/**
 * Claims a key, and waits for a while if another receiver is acting on the event. A response of 200 in the meantime
 * would lose the event if the other action fails, and any other response would make the service retry needlessly.
 * The claim is `busy` only if the other action takes long.
 *
 * @param store - The store.
 * @param key - The key of the event.
 */
export async function claimWithWait(store: DedupeStore, key: string): Promise<DedupeClaim> {
  const start = performance.now();
  for (const pauseMs of PAUSES_MS) {
    const claim = await store.claim(key);
    if (claim.state !== 'busy' || performance.now() - start > MAX_WAIT_MS) return claim;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return store.claim(key);
}
