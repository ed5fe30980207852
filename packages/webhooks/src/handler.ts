import { ACTIONS, act, type Received } from './act.ts';
import { isParsedJson } from './body.ts';
import { headersOf } from './claim.ts';
import { unverifiedKey, verifiedKey } from './dedupe-key.ts';
import { encodeUtf8 } from './encoding.ts';
import { fail, WebhookVerificationError } from './errors.ts';
import { refuse, statusOf } from './handler-answers.ts';
import type { WebhookHandlerOptions } from './handler-options.ts';
import { readSettings, type Settings } from './handler-settings.ts';
import { readHeader } from './headers.ts';
import { parse } from './parse.ts';
import { type LambdaEvent, readBody, type UnreadRequest, type WebhookRequest } from './request.ts';
import { verify } from './verify.ts';

/** A request that a handler accepts: a `Request`, or the same information in another form. */
export type HandlerRequest = (UnreadRequest | WebhookRequest | LambdaEvent) & {
  /** Any method other than `POST` is answered with 405. Default: `POST`. */
  readonly method?: string | undefined;
};

/** Receives a webhook and answers it. Never rejects. */
export type WebhookHandler = (request: HandlerRequest) => Promise<Response>;

/**
 * Creates the function that receives webhooks: `Request` in, `Response` out, the form that Next.js, Hono, Bun, Deno and
 * Workers use. `@messaging-service/webhooks/node` adapts it to Node's `http`, Express, Fastify, Koa and AWS Lambda.
 *
 * It answers 200, the only status that the service counts as received, if the action for the event succeeded, if an
 * earlier attempt or another receiver has already acted on the event, and for events without an action. Any other
 * status makes the service retry: 500 if the action throws or the handler is set up wrongly, 401 if the request does not
 * prove where it comes from, 400 if it is malformed, 405 if it is not a POST, and 503 if another receiver is still acting
 * on the event or the dedupe store does not answer.
 *
 * An action runs once for each event, except after a few failures, such as a crash between the action and its record in
 * the store. Then it runs again, so make it idempotent. The guide on webhooks lists each failure and its outcome.
 *
 * @param options - The actions, and how to verify events.
 * @throws WebhookVerificationError `missing_secret` or `invalid_options`, immediately and not at the first request.
 * @see WHK-2, SIG-3, SIG-5.
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
    let received: Received | undefined;
    try {
      received = await receive(request, settings);
      return await act(received, settings);
    } catch (error) {
      report(error, received?.event);
      // Once a request is accepted, an error of any class is a failure of the action.
      return error instanceof WebhookVerificationError && received === undefined
        ? refuse(statusOf(error.code), error.code)
        : refuse(500, 'handler_failed');
    }
  };
}

/** Reads a request: verified if it carries a signature, whatever its kind, otherwise parsed if its kind allows that. */
async function receive(request: HandlerRequest, { verifying, policy }: Settings): Promise<Received> {
  if (readHeader(headersOf(request), 'signature') !== undefined) {
    const event = await verify(request, verifying ?? fail('missing_secret'));
    return { event, key: () => verifiedKey(event) };
  }
  const { body: given } = request as WebhookRequest;
  const body = isParsedJson(given) ? encodeUtf8(JSON.stringify(given)) : await readBody(request);
  const event = parse(body);
  if (policy[ACTIONS[event.kind]] === 'signed-only') fail('missing_signature');
  return { event, key: () => unverifiedKey(event.kind, body) };
}
