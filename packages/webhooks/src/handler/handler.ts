import { unverifiedKey, verifiedKey } from '../dedupe/key.ts';
import { fail, WebhookVerificationError } from '../errors/errors.ts';
import { parse } from '../event/parse.ts';
import { isParsedJson } from '../sign/body.ts';
import { encodeUtf8 } from '../sign/encoding.ts';
import { bytesOfJson } from '../sign/json-bytes.ts';
import { DECOMPRESS, describeCompression } from '../verify/compression.ts';
import { headersOf, readHeader } from '../verify/headers.ts';
import { type LambdaEvent, type UnreadRequest, type WebhookRequest } from '../verify/request.ts';
import { verifyResolved } from '../verify/verify.ts';
import { ACTIONS } from './actions.ts';
import type { WebhookHandlerOptions } from './options.ts';
import { readLimited } from './read-limited.ts';
import { refuse, statusOf } from './refusals.ts';
import { withReporter } from './report.ts';
import { type ResolvedHandlerOptions, resolveHandlerOptions } from './resolve-options.ts';
import { type ReceivedEvent, runAction } from './run-action.ts';
import { contextOf } from './wait-until.ts';

/** A request that a handler accepts: a `Request`, or the same information in another form. */
export type HandlerRequest = (UnreadRequest | WebhookRequest | LambdaEvent) & {
  /** The handler responds with 405 to any method other than `POST`. Default: `POST`. */
  readonly method?: string | undefined;
};

/**
 * Receives a webhook and returns the response. Never rejects. If you set the option `waitUntil`, pass the context of your
 * platform as a further argument.
 */
export type WebhookHandler = (request: HandlerRequest, ...context: readonly unknown[]) => Promise<Response>;

/**
 * Creates the function that receives webhooks: `Request` in, `Response` out, the form that Next.js, Hono, Bun, Deno and
 * Workers use. `@messaging-service/webhooks/node` adapts it to Node's `http`, Express, Fastify, Koa and AWS Lambda.
 *
 * It responds with 200 if your action succeeded, if an earlier attempt or another receiver has already acted on the event,
 * and if you have no action for the event. The service counts only 200 as success and retries after any other status: 500
 * if your action throws or the handler is misconfigured, 401 if the signature is missing or invalid, 400 if the request is
 * malformed, 405 if it is not a POST, 413 if its body is larger than 1 MiB, and 503 if another receiver is still acting on
 * the event or the dedupe store does not respond.
 *
 * Your action runs once for each event, except after a few failures, such as a crash before the store has recorded it. Then
 * it runs again, so make it idempotent. The guide on webhook guarantees lists each failure and its outcome.
 *
 * @param options - Your actions, and the options for verification. The handler reads them once, here.
 * @throws {WebhookVerificationError} `missing_secret` or `invalid_options`, immediately and not at the first request.
 * @see WHK-2, SIG-3, SIG-5.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from '@messaging-service/webhooks';
 *
 * export const POST = createWebhookHandler({
 *   secrets: process.env.WEBHOOK_SECRET,
 *   on: {
 *     inboundMessage: ({ phoneNumber, payload }) => saveReply(phoneNumber, payload.message),
 *     deliveryReceipt: ({ payload }) => markDelivered(payload.messageuuid, payload.delivered),
 *   },
 * });
 * ```
 */
export function createWebhookHandler(options: WebhookHandlerOptions): WebhookHandler {
  const resolved = resolveHandlerOptions(options);
  const { report, reportMismatch } = resolved;
  const handler = async (request: HandlerRequest, ...rest: readonly unknown[]) => {
    // JavaScript callers may pass nothing.
    const { method } = (request as { readonly method?: unknown } | null | undefined) ?? {};
    // Some frameworks write methods in lower case, and some events have none.
    const isPost =
      method === undefined || method === null || (typeof method === 'string' && /^POST$/i.test(method));
    if (!isPost) return refuse(405, 'method_not_allowed', { allow: 'POST' });
    let received: ReceivedEvent | undefined;
    try {
      refuseNodeResponse(rest[0]);
      received = await receive(request, resolved);
      reportMismatch(received.event);
      return await runAction(received, resolved, contextOf(rest));
    } catch (error) {
      report(error, received?.event);
      // After a request has been accepted, an error of any class is a failure of the action.
      return error instanceof WebhookVerificationError && received === undefined
        ? refuse(statusOf(error.code), error.code)
        : refuse(500, 'handler_failed');
    }
  };
  return withReporter(handler, report);
}

/** Express and `http` pass a response as well. Without an adapter, it is never sent. */
function refuseNodeResponse(response: unknown): void {
  if (typeof (response as { setHeader?: unknown } | null | undefined)?.setHeader !== 'function') return;
  fail('invalid_options', 'You passed a response of Node or Express, which the handler cannot send.', {
    fix: 'Wrap it: toNodeListener(handler) of @messaging-service/webhooks/node.',
  });
}

/**
 * Reads the event of a request. A request with a signature is verified, whatever its kind. Any other request is parsed
 * if the policy of its kind allows it.
 */
async function receive(
  request: HandlerRequest,
  { verification, policy }: ResolvedHandlerOptions,
): Promise<ReceivedEvent> {
  if (readHeader(headersOf(request), 'signature') !== undefined) {
    const event = await verifyResolved(request, verification ?? fail('missing_secret'), readLimited);
    return { event, key: () => verifiedKey(event) };
  }
  const { body: received } = request as WebhookRequest;
  const body =
    isParsedJson(received) && bytesOfJson(received) === undefined
      ? encodeUtf8(JSON.stringify(received))
      : await readLimited(request);
  const compression = describeCompression(headersOf(request), body);
  if (compression !== undefined) fail('invalid_json', compression, { fix: DECOMPRESS });
  const event = parse(body);
  const kind = ACTIONS[event.kind];
  if (policy[kind] === 'signed-only') {
    const fix = `Set mo_webhook_secret on the account. To accept such events unsigned, set the option policy: { ${kind}: 'accept-unsigned' }.`;
    fail('missing_signature', undefined, { fix });
  }
  return { event, key: () => unverifiedKey(event.kind, body) };
}
