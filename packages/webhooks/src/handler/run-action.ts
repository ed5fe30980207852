import { patientClaim } from '../dedupe/claim-with-wait.ts';
import type { DedupeClaim } from '../dedupe/store.ts';
import type { WebhookEvent } from '../event/event.ts';
import type { WebhookActions } from './options.ts';
import type { Settings } from './resolve-options.ts';
import { accept, refuse } from './responses.ts';

/** A request that was accepted. */
export interface Received {
  /** The event. */
  readonly event: WebhookEvent;
  /** Computes the key of the event in a dedupe store; `undefined` if nothing known identifies the event. */
  readonly key: () => Promise<string | undefined>;
}

type Claimed = Extract<DedupeClaim, { readonly state: 'claimed' }>;

/** The name of the action for each kind of event. */
export const ACTIONS = {
  'inbound-message': 'inboundMessage',
  'delivery-receipt': 'deliveryReceipt',
  'credit-notification': 'creditNotification',
  unknown: 'unknown',
} as const satisfies Record<WebhookEvent['kind'], keyof WebhookActions>;

/** A hint for proxies and clients. The service has its own schedule of retries. */
const LATER = { 'retry-after': '10' };

/**
 * Acts on an event, unless the dedupe store knows that this was done.
 *
 * @param received - The event and its key.
 * @param settings - The settings of the handler.
 * @returns The response to the service.
 * @throws The error of the action.
 */
export async function act(received: Received, settings: Settings): Promise<Response> {
  const { event } = received;
  const { on, waitUntil, report } = settings;
  const action = on[ACTIONS[event.kind]] as ((event: WebhookEvent) => unknown) | undefined;
  if (action === undefined) return accept();
  const key = await received.key();
  let claim: DedupeClaim | undefined;
  try {
    claim = key === undefined ? undefined : await claimEvent(key, event, settings);
  } catch (failure) {
    // An action without a claim could be a second one.
    report(failure, event);
    return refuse(503, 'store_unavailable', LATER);
  }
  if (claim !== undefined && claim.state !== 'claimed') {
    // With `waitUntil`, the attempt that holds the claim was answered with 200 before its action ended.
    const isAnswered = claim.state === 'done' || waitUntil !== undefined;
    return isAnswered ? accept() : refuse(503, 'in_progress', LATER);
  }
  const work = perform(
    async () => action(event),
    claim,
    (failure) => report(failure, event),
  );
  if (waitUntil === undefined) await work;
  else waitUntil(work.catch((error: unknown) => report(error, event)));
  return accept();
}

async function claimEvent(
  key: string,
  event: WebhookEvent,
  { dedupe, waitUntil }: Settings,
): Promise<DedupeClaim | undefined> {
  if (dedupe === undefined) return undefined;
  const space = event.verified ? 'verified' : 'unverified';
  return waitUntil === undefined ? patientClaim(dedupe, key, space) : dedupe.claim(key, space);
}

/** Runs an action and records its outcome in the store. The outcome counts even if the store does not record it. */
async function perform(
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
