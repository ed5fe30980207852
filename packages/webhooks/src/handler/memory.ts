import { claimWithWait } from '../dedupe/claim-with-wait.ts';
import { type DedupeClaim, type DedupeStore, REPETITION_S } from '../dedupe/store.ts';
import { whenSent } from './when-sent.ts';

/** What is known about an event, and how its outcome is remembered. */
export interface Memory {
  /** `new`: the caller has to act. `done`: an earlier attempt has succeeded. `busy`: another receiver is acting. */
  readonly state: 'new' | 'done' | 'busy';
  /** Records that the action has succeeded. */
  commit(): Promise<void>;
  /** Records that the action has failed, so that the next attempt runs it. */
  release(): Promise<void>;
  /** Creates the response 200. */
  respond(): Response;
}

const nothing = async () => undefined;
const ok = () => new Response();

/** The memory of an event that is handled at each attempt. */
export const NO_MEMORY: Memory = { state: 'new', commit: nothing, release: nothing, respond: ok };

/**
 * Claims an event whose identifier never comes again as another event. It is remembered for the lifetime of the store.
 *
 * @param store - The store.
 * @param key - The key of the event.
 */
export async function remember(store: DedupeStore, key: string): Promise<Memory> {
  return memoryOf(await claimWithWait(store, key), ok);
}

/** How long a response that is not sent keeps the next attempt waiting, in milliseconds. */
const TURN_MS = 100;

/**
 * Claims an event whose content can come again as another event, see `canRecur`. It is remembered until its response is
 * sent: then the service does not repeat it, and the same content is another event. If the response is lost, the memory
 * ends when the service has made its last attempt.
 *
 * Requests with this content take turns, because until a response is sent it is not known whether the next one is an
 * attempt at the same event.
 *
 * @param store - The store.
 * @param key - The key of the event.
 * @param report - Receives failures of the store after the response.
 */
export async function rememberUntilSent(
  store: DedupeStore,
  key: string,
  report: (failure: unknown) => void,
): Promise<Memory> {
  const turn = memoryOf(await claimWithWait(store, `${key}:turn`), ok);
  if (turn.state !== 'new') return turn;
  const endTurn = () => turn.release().catch(report);
  const claim = await claimWithWait(store, key).catch(async (failure: unknown) => {
    await endTurn();
    throw failure;
  });
  if (claim.state === 'busy') await endTurn();
  const held = claim.state === 'claimed' ? claim : undefined;
  // With `waitUntil`, the response is sent before the action has ended.
  const progress = { isSent: false, isRecorded: claim.state === 'done' };
  const forget = async () => (progress.isSent && progress.isRecorded ? store.forget?.(key) : undefined);
  return {
    ...memoryOf(claim, ok),
    async commit() {
      // Without `forget`, a record would hide the next event with this content.
      if (progress.isSent || store.forget === undefined) return held?.release();
      await held?.commit(REPETITION_S);
      progress.isRecorded = true;
      await forget();
    },
    async release() {
      await held?.release();
      await endTurn();
    },
    respond() {
      const timer: number | { unref?: () => unknown } = setTimeout(() => void endTurn(), TURN_MS);
      if (typeof timer === 'object') timer.unref?.();
      return whenSent(async () => {
        clearTimeout(timer as number);
        progress.isSent = true;
        await forget().catch(report);
        await endTurn();
      });
    },
  };
}

function memoryOf(claim: DedupeClaim, respond: () => Response): Memory {
  if (claim.state !== 'claimed') return { ...NO_MEMORY, state: claim.state, respond };
  return {
    state: 'new',
    commit: async () => claim.commit(),
    release: async () => claim.release(),
    respond,
  };
}
