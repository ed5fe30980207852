import { canRecur } from '../dedupe/key.ts';
import type { DedupeStore } from '../dedupe/store.ts';
import { fail } from '../errors/errors.ts';
import type { WebhookEvent } from '../event/event.ts';
import { ACTIONS } from './actions.ts';
import { type Memory, NO_MEMORY, remember, rememberUntilSent } from './memory.ts';
import { refuse } from './refusals.ts';
import type { ResolvedHandlerOptions } from './resolve-options.ts';
import { passOn, type RequestContext } from './wait-until.ts';

/** An event that was accepted. */
export interface ReceivedEvent {
  /** The event. */
  readonly event: WebhookEvent;
  /** Computes the key of the event in a dedupe store; `undefined` if nothing known identifies the event. */
  readonly key: () => Promise<string | undefined>;
}

/** A hint for proxies and clients. The service has its own schedule of retries. */
const RETRY_LATER = { 'retry-after': '10' };

/**
 * Runs the action for an event, unless the dedupe store shows that this has been done.
 *
 * @param received - The event and its key.
 * @param options - The options of the handler.
 * @param context - The context of the request, if the platform passes one.
 * @returns The response to the service.
 * @throws The error of the action.
 */
export async function runAction(
  received: ReceivedEvent,
  options: ResolvedHandlerOptions,
  context?: RequestContext,
): Promise<Response> {
  const { event } = received;
  const { on, waitUntil } = options;
  const report = (failure: unknown) => options.report(failure, event);
  const action = on[ACTIONS[event.kind]] as ((event: WebhookEvent) => unknown) | undefined;
  if (action === undefined) return new Response();
  const key = await received.key();
  let memory: Memory;
  try {
    memory = await memoryOf(event, key, options.dedupe, report);
  } catch (failure) {
    // Without a claim, the action might run a second time.
    report(failure);
    return refuse(503, 'store_unavailable', RETRY_LATER);
  }
  // The receiver that holds the claim may have died, with `waitUntil` even before its response.
  if (memory.state === 'busy') return refuse(503, 'in_progress', RETRY_LATER);
  if (memory.state === 'new') {
    const work = runAndRecord(async () => refuseFailure(await action.call(on, event)), memory, report);
    let wasPassedOn = false as boolean;
    // Work that was passed on has no response that could show its error.
    const reported = work.catch((error: unknown) => (wasPassedOn ? report(error) : undefined));
    wasPassedOn = passOn(waitUntil, context, reported, report);
    if (!wasPassedOn) await work;
  }
  return memory.respond();
}

/**
 * The response of an action is not sent. If it is an error, the event is expected again, as after an exception.
 *
 * @param result - The result of an action, which may come from another implementation of `fetch`.
 */
function refuseFailure(result: unknown): void {
  if (Object.prototype.toString.call(result) !== '[object Response]') return;
  const { status } = result as Response;
  if (status < 400) return;
  fail('invalid_options', `The action returned a Response with the status ${status}, which is not sent.`, {
    fix: 'Throw an error to get the event again.',
  });
}

async function memoryOf(
  { kind }: WebhookEvent,
  key: string | undefined,
  store: DedupeStore | undefined,
  report: (failure: unknown) => void,
): Promise<Memory> {
  if (store === undefined || key === undefined) return NO_MEMORY;
  return canRecur(kind) ? rememberUntilSent(store, key, report) : remember(store, key);
}

/** Runs an action and records its outcome in the store. The outcome counts even if the store does not record it. */
async function runAndRecord(
  action: () => Promise<unknown>,
  memory: Memory,
  report: (failure: unknown) => void,
): Promise<void> {
  try {
    await action();
  } catch (error) {
    await memory.release().catch(report);
    throw error;
  }
  await memory.commit().catch(report);
}
