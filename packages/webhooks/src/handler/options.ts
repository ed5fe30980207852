import type { DedupeStore } from '../dedupe/store.ts';
import type { WebhookEvent } from '../event/event.ts';
import type { VerifyOptions } from '../verify/options.ts';

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
   * Remembers which events were acted on. Default: a store in memory, which is enough for one process that may forget
   * them at a restart. `false` acts on each attempt.
   */
  readonly dedupe?: DedupeStore | false;
  /**
   * How long the handler waits for each operation of the dedupe store, in seconds: more than 0, at most 5. Default: 3.
   * If a claim takes longer, the handler answers 503 and does not act. If the action has ended and the store does not
   * record its outcome in time, the handler answers as usual. `onError` gets the failure in both cases.
   */
  readonly storeTimeout?: number;
  /**
   * Answers first and acts afterwards. Pass the function by which the runtime keeps a finished request alive, such as
   * `waitUntil` of Workers and Vercel. Use it for actions that take longer than the service waits for an answer. After
   * the answer 200 the service does not retry, so an event is lost if its action fails or the process dies, unless
   * `onError` repeats the action.
   */
  readonly waitUntil?: (work: Promise<void>) => void;
  /**
   * Gets each error: the `WebhookVerificationError` of a request that is refused, the error of an action, and the failure
   * of the dedupe store. Default: prints to the console. Errors that it throws are printed and do not change the answer.
   */
  readonly onError?: (error: unknown, event: WebhookEvent | undefined) => void;
}
