import type { DedupeStore } from './dedupe.ts';
import type { WebhookEvent } from './event.ts';
import type { VerifyOptions } from './options.ts';

/** An event of one kind; `verified` says whether it was signed. */
export type EventOf<Kind extends WebhookEvent['kind']> = Extract<WebhookEvent, { readonly kind: Kind }>;

/** What to do with an event. What is thrown makes the service try again. */
type Action<Kind extends WebhookEvent['kind']> = (event: EventOf<Kind>) => unknown;

/** What to do with events, by kind. Those of a kind that is left out are answered with 200 and not looked at. */
export interface WebhookActions {
  /** A message from a handset. */
  readonly inboundMessage?: Action<'inbound-message'>;
  /** A message was marked delivered or failed. */
  readonly deliveryReceipt?: Action<'delivery-receipt'>;
  /** An account fell below a threshold. */
  readonly creditNotification?: Action<'credit-notification'>;
  /** Something this version does not know; it comes as often as it is sent, since nobody knows its identity. */
  readonly unknown?: Action<'unknown'>;
}

/** Whether an event that carries no signature is accepted. */
export type SignaturePolicy = 'signed-only' | 'accept-unsigned';

/** How to receive webhooks. */
export interface WebhookHandlerOptions extends Omit<VerifyOptions, 'secrets'> {
  /** As for `verify`. Can be left out where no kind needs a signature. */
  readonly secrets?: VerifyOptions['secrets'] | undefined;
  /** What to do with events. */
  readonly on: WebhookActions;
  /**
   * Whether events without a signature are accepted, by kind. By default inbound messages need one and the others do
   * not, since only inbound webhooks are specified to be signed. A signature that is there is verified in any case.
   */
  readonly policy?: { readonly [Kind in keyof WebhookActions]?: SignaturePolicy };
  /**
   * Remembers which events were acted on: a store in memory unless given, which is enough for one process. `false`
   * acts on every attempt.
   */
  readonly dedupe?: DedupeStore | false;
  /**
   * Answers first and acts afterwards: what the runtime has to keep a finished request alive, such as `waitUntil` of
   * Workers and Vercel. For actions that take longer than the service waits for an answer. The price: once answered
   * with 200, the service does not try again, so an action that fails is lost unless `onError` sees to it.
   */
  readonly waitUntil?: (work: Promise<void>) => void;
  /**
   * Is told whatever kept an event from being acted on: a `WebhookVerificationError`, or what an action or the store
   * has thrown. Prints to the console unless given; what it throws itself is printed, and changes no answer.
   */
  readonly onError?: (error: unknown, event: WebhookEvent | undefined) => void;
}
