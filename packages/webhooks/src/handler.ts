import { isParsedJson } from './body.ts';
import { headersOf } from './claim.ts';
import { dedupeKey } from './dedupe-key.ts';
import { fail, WebhookVerificationError } from './errors.ts';
import type { WebhookEvent } from './event.ts';
import { accept, refuse, statusOf } from './handler-answers.ts';
import type { WebhookActions, WebhookHandlerOptions } from './handler-options.ts';
import { readSettings, type Settings } from './handler-settings.ts';
import { readHeader } from './headers.ts';
import { parse } from './parse.ts';
import { patientClaim } from './patient-claim.ts';
import { type LambdaEvent, readBody, type UnreadRequest, type WebhookRequest } from './request.ts';
import { verify } from './verify.ts';

/** What a handler takes: a `Request`, or what says the same in another form. */
export type HandlerRequest = (UnreadRequest | WebhookRequest | LambdaEvent) & {
  /** Anything but `POST` is answered with 405; unknown is taken for it. */
  readonly method?: string | undefined;
};

/** Receives a webhook and answers it. Never rejects. */
export type WebhookHandler = (request: HandlerRequest) => Promise<Response>;

const ACTIONS = {
  'inbound-message': 'inboundMessage',
  'delivery-receipt': 'deliveryReceipt',
  'credit-notification': 'creditNotification',
  unknown: 'unknown',
} as const satisfies Record<WebhookEvent['kind'], keyof WebhookActions>;

/**
 * Makes the function that receives webhooks: `Request` in, `Response` out, as Next.js, Hono, Bun, Deno and Workers take
 * it as it is. `@messaging-service/webhooks/node` adapts it to Node's `http`, Express, Fastify, Koa and AWS Lambda.
 *
 * It answers 200, the one status the service takes for success, when the action for the event has ended well, when
 * another attempt or another receiver has already acted on it, and for events nobody asked for. Otherwise, and then
 * the service tries again: 500 when the action throws or something here is set up wrongly, 401 when the request does
 * not prove where it comes from, 400 when it makes no sense, 503 when another receiver is still acting on the event,
 * 405 when it is no POST.
 *
 * @param options - What to do with events, and how to verify them.
 * @throws WebhookVerificationError `missing_secret` or `invalid_options`, right here rather than at the first request.
 * @see spec.md, Events; Webhook signing.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from '@messaging-service/webhooks';
 *
 * export const POST = createWebhookHandler({
 *   secrets: process.env.WEBHOOK_SECRET,
 *   on: {
 *     inboundMessage: ({ payload }) => saveReply(payload.from, payload.message),
 *     deliveryReceipt: ({ payload }) => markDelivered(payload.messageuuid, payload.delivered),
 *   },
 * });
 * ```
 */
export function createWebhookHandler(options: WebhookHandlerOptions): WebhookHandler {
  const settings = readSettings(options);
  const { report } = settings;
  return async (request) => {
    // Callers without types do pass nothing at all.
    const { method = 'POST' } = (request as HandlerRequest | null | undefined) ?? {};
    if (method !== 'POST') return refuse(405, 'method_not_allowed', { allow: 'POST' });
    let event: WebhookEvent | undefined;
    try {
      event = await receive(request, settings);
      return await act(event, settings);
    } catch (error) {
      report(error, event);
      // Without an event it was never accepted; what an action throws, of whatever class, is a failure of the action.
      return error instanceof WebhookVerificationError && event === undefined
        ? refuse(statusOf(error.code), error.code)
        : refuse(500, 'handler_failed');
    }
  };
}

/** A request becomes an event: verified when it bears a signature, whatever its kind, and parsed when it may do without. */
async function receive(request: HandlerRequest, { verifying, policy }: Settings): Promise<WebhookEvent> {
  if (readHeader(headersOf(request), 'signature') !== undefined) {
    return verify(request, verifying ?? fail('missing_secret'));
  }
  const { body } = request as WebhookRequest;
  const event = parse(isParsedJson(body) ? body : await readBody(request));
  if (policy[ACTIONS[event.kind]] === 'signed-only') fail('missing_signature');
  return event;
}

/** Acts on an event that nobody has acted on yet. */
async function act(event: WebhookEvent, { on, dedupe, waitUntil, report }: Settings): Promise<Response> {
  const action = on[ACTIONS[event.kind]] as ((event: WebhookEvent) => unknown) | undefined;
  if (action === undefined) return accept();
  const key = dedupe === false ? undefined : await dedupeKey(event);
  // Whoever has answered before acting has answered for this attempt, too: nothing to wait for.
  const claim =
    dedupe === false || key === undefined
      ? undefined
      : await patientClaim(dedupe, key, waitUntil === undefined);
  if (claim !== undefined && claim.state !== 'claimed') {
    const isAnswered = claim.state === 'done' || waitUntil !== undefined;
    return isAnswered ? accept() : refuse(503, 'in_progress', { 'retry-after': '10' });
  }
  const told = async (tell: () => Promise<void> | undefined) => {
    try {
      await tell();
    } catch (failure) {
      report(failure, event);
    }
  };
  const work = async () => {
    try {
      await action(event);
    } catch (error) {
      await told(() => claim?.release());
      throw error;
    }
    // It is done, whatever the store says: trying again would do it twice.
    await told(() => claim?.commit());
  };
  if (waitUntil === undefined) await work();
  else waitUntil(work().catch((error: unknown) => report(error, event)));
  return accept();
}
