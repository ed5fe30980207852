import type { Issue } from '@messaging-service/contract';
import type { DedupeStore } from '../dedupe/store.ts';
import type { WebhookEvent } from '../event/event.ts';
import type { VerifyOptions } from '../verify/options.ts';

/** An event of one kind. `verified` shows whether its signature matched. */
export type EventOf<Kind extends WebhookEvent['kind']> = Extract<WebhookEvent, { readonly kind: Kind }>;

/** Acts on an event. If it throws, the service retries. */
type Action<Kind extends WebhookEvent['kind']> = (event: EventOf<Kind>) => unknown;

/**
 * The actions for events, by kind. Events of a kind without an action get the response 200 and are ignored.
 *
 * @example
 * ```ts
 * import { createWebhookHandler, type WebhookActions } from '@messaging-service/webhooks';
 *
 * const actions: WebhookActions = {
 *   inboundMessage: ({ phoneNumber, payload }) => saveReply(phoneNumber, payload.message),
 *   deliveryReceipt: ({ payload }) => markDelivered(payload.messageuuid, payload.delivered),
 *   creditNotification: ({ payload }) => console.log(payload.paid_credit_balance),
 *   unknown: ({ payload }) => console.log(payload),
 * };
 * const receive = createWebhookHandler({ secrets, on: actions });
 * console.log((await receive(request)).status); // 200
 * ```
 */
export interface WebhookActions {
  /** A message from a handset. */
  readonly inboundMessage?: Action<'inbound-message'>;
  /** A message was delivered or failed. */
  readonly deliveryReceipt?: Action<'delivery-receipt'>;
  /** An account fell below a threshold. */
  readonly creditNotification?: Action<'credit-notification'>;
  /**
   * An event of a kind that this version does not know. The handler cannot deduplicate it, because it does not know what
   * identifies it.
   */
  readonly unknown?: Action<'unknown'>;
}

/** Whether an event without a signature is accepted. */
export type SignaturePolicy = 'signed-only' | 'accept-unsigned';

/** Something unexpected about an event that the handler accepted. */
export interface WebhookMismatch {
  /** The kind of the event. */
  readonly kind: WebhookEvent['kind'];
  /**
   * `payload`: the payload differs from the specification. `no-action`: `on` has no action for this kind, so the event was
   * ignored. `unknown-kind`: this version does not know the kind.
   */
  readonly reason: 'payload' | 'no-action' | 'unknown-kind';
  /** For `payload`, each difference: paths and types, never a value. Otherwise empty. */
  readonly issues: readonly Issue[];
}

/**
 * Options for `createWebhookHandler`.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from '@messaging-service/webhooks';
 *
 * const background: Promise<void>[] = [];
 * const receive = createWebhookHandler({
 *   secrets,
 *   on,
 *   policy: { deliveryReceipt: 'accept-unsigned' },
 *   dedupe,
 *   storeTimeout: 2,
 *   waitUntil: (work) => background.push(work),
 *   onMismatch: ({ kind, reason, issues }) => console.warn(kind, reason, issues),
 *   onError: (error, event) => console.error(event?.kind, error),
 * });
 * console.log((await receive(request)).status); // 200
 * await Promise.all(background);
 * ```
 */
export interface WebhookHandlerOptions extends Omit<VerifyOptions, 'secrets'> {
  /** As for `verify`. Optional if no kind needs a signature. */
  readonly secrets?: VerifyOptions['secrets'] | undefined;
  /** The actions. */
  readonly on: WebhookActions;
  /**
   * Whether to accept events without a signature, by kind. Default: inbound messages need one and the others do not,
   * because the service signs only inbound webhooks. If a request has a signature, the handler always verifies it.
   */
  readonly policy?: { readonly [Kind in keyof WebhookActions]?: SignaturePolicy };
  /**
   * Remembers which events were processed. Default: a store in memory. It is enough for one process, and forgets everything
   * at a restart. With `false`, the handler acts on each attempt.
   */
  readonly dedupe?: DedupeStore | false;
  /**
   * How long the handler waits for each operation of the dedupe store, in seconds: more than 0, at most 5. Default: 3. If a
   * claim takes longer, the handler responds with 503 and does not act. If the store records the outcome of an action too
   * late, the handler responds as usual. It reports both to `onError`.
   */
  readonly storeTimeout?: number;
  /**
   * Responds first and acts afterwards. Pass the function that keeps a request alive after its response, such as
   * `waitUntil` of Vercel. With `true`, the handler uses the context that you pass with each call, as in Workers:
   * `handler(request, context)` or `handler(request, env, context)`. Use it if your action takes longer than the service
   * waits for a response. After the response 200 the service does not retry: you lose the event if your action fails or the
   * process dies, unless your `onError` repeats the action.
   */
  readonly waitUntil?: boolean | ((work: Promise<void>) => void);
  /**
   * Called when a payload differs from the specification, when you have no action for an event, and when the kind of an
   * event is unknown: once for each kind and reason. Default: prints a warning to the console.
   */
  readonly onMismatch?: (mismatch: WebhookMismatch, event: WebhookEvent) => void;
  /**
   * Receives each error: the `WebhookVerificationError` of a refused request, the error of your action, and failures of the
   * dedupe store. Default: prints to the console. If it throws, the handler prints that error and responds as before.
   */
  readonly onError?: (error: unknown, event: WebhookEvent | undefined) => void;
}
