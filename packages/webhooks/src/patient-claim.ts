import type { DedupeClaim, DedupeStore } from './dedupe.ts';

/** Pauses between questions, in milliseconds: 4.5 s in all, less than the 10 s that the service waits for an answer. */
const PAUSES_MS: readonly number[] = [10, 20, 40, 80, 160, 320, 640, 1000, 1000, 1230];

/**
 * Claims a key, and waits a while for one who is acting on it: answering 200 in the meantime would lose the event if
 * the other fails, and answering anything else would have it sent again for nothing.
 *
 * @param store - The store.
 * @param key - The event's key.
 * @param isPatient - Whether to wait at all.
 * @returns The claim; `busy` only when the other takes long.
 */
export async function patientClaim(
  store: DedupeStore,
  key: string,
  isPatient: boolean,
): Promise<DedupeClaim> {
  for (const pauseMs of isPatient ? PAUSES_MS : []) {
    const claim = await store.claim(key);
    if (claim.state !== 'busy') return claim;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return store.claim(key);
}
