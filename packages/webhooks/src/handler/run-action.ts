import type { DedupeClaim, DedupeStore } from '../dedupe/store.ts';
import type { WebhookEvent } from '../event/event.ts';
import { ACTIONS } from './actions.ts';
import { refuse } from './refusals.ts';
import type { ResolvedHandlerOptions } from './resolve-options.ts';

/** An event that was accepted. */
export interface ReceivedEvent {
  /** The event. */
  readonly event: WebhookEvent;
  /** Computes the key of the event in a dedupe store; `undefined` if nothing known identifies the event. */
  readonly key: () => Promise<string | undefined>;
}

type Claimed = Extract<DedupeClaim, { readonly state: 'claimed' }>;

/** Pauses between claims, in milliseconds: 4.5 s in total, less than the 10 s that the service waits for a response. */
const PAUSES_MS: readonly number[] = [10, 20, 40, 80, 160, 320, 640, 1000, 1000, 1230];
/** The time after which there is no further claim, in milliseconds. With a slow store, the claims take long, too. */
const MAX_WAIT_MS = 4500;

/** A hint for proxies and clients. The service has its own schedule of retries. */
const RETRY_LATER = { 'retry-after': '10' };

/**
 * Runs the action for an event, unless the dedupe store shows that this has been done.
 *
 * @param received - The event and its key.
 * @param options - The options of the handler.
 * @returns The response to the service.
 * @throws The error of the action.
 */
export async function runAction(received: ReceivedEvent, options: ResolvedHandlerOptions): Promise<Response> {
  const { event } = received;
  const { on, dedupe, waitUntil } = options;
  const report = (failure: unknown) => options.report(failure, event);
  const action = on[ACTIONS[event.kind]] as ((event: WebhookEvent) => unknown) | undefined;
  if (action === undefined) return new Response();
  const key = await received.key();
  let claim: DedupeClaim | undefined;
  try {
    if (dedupe !== undefined && key !== undefined) claim = await claimWithWait(dedupe, key);
  } catch (failure) {
    // Without a claim, the action might run a second time.
    report(failure);
    return refuse(503, 'store_unavailable', RETRY_LATER);
  }
  if (claim !== undefined && claim.state !== 'claimed') {
    // The receiver that holds the claim may have died, with `waitUntil` even before its response.
    return claim.state === 'done' ? new Response() : refuse(503, 'in_progress', RETRY_LATER);
  }
  const work = runAndRecord(async () => action(event), claim, report);
  if (waitUntil === undefined) await work;
  else waitUntil(work.catch(report));
  return new Response();
}

/**
 * Claims a key, and waits for a while if another receiver is acting on the event. A response of 200 in the meantime
 * would lose the event if the other action fails, and any other response would make the service retry needlessly.
 * The claim is `busy` only if the other action takes long.
 */
async function claimWithWait(store: DedupeStore, key: string): Promise<DedupeClaim> {
  const start = performance.now();
  for (const pauseMs of PAUSES_MS) {
    const claim = await store.claim(key);
    if (claim.state !== 'busy' || performance.now() - start > MAX_WAIT_MS) return claim;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return store.claim(key);
}

/** Runs an action and records its outcome in the store. The outcome counts even if the store does not record it. */
async function runAndRecord(
  action: () => Promise<unknown>,
  claim: Claimed | undefined,
  report: (failure: unknown) => void,
): Promise<void> {
  try {
    await action();
  } catch (error) {
    await claim?.release().catch(report);
    throw error;
  }
  await claim?.commit().catch(report);
}
