import type { WebhookHandler } from '../handler/handler.ts';
import { answerStream, type BodyStream, type ListenerOptions } from './stream.ts';

/** What is used of Koa's context. */
export interface KoaContext {
  /** Node's request. */
  readonly req: BodyStream;
  /** Koa's request, where parsers leave the body. */
  readonly request: object;
  /** The status of the response. */
  status: number;
  /** The body of the response. */
  body: unknown;
  /** Sets headers of the response. */
  set(headers: Record<string, string>): void;
}

/**
 * Adapts a handler to Koa: as middleware, or behind a router.
 *
 * It reads the body itself, so it needs no parser. After `koa-body` or `@koa/bodyparser` it takes the raw body where
 * these keep it; where they do not, the bytes that were signed are lost, and signed requests are answered with 500 and
 * the code `parsed_body`. The fix is to mount it before the parser.
 *
 * @param handler - Made by `createWebhookHandler`.
 * @param options - See {@link ListenerOptions}.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from '@messaging-service/webhooks';
 * import { toKoaMiddleware } from '@messaging-service/webhooks/node';
 *
 * router.post('/webhook', toKoaMiddleware(createWebhookHandler({ secrets, on })));
 * ```
 */
export function toKoaMiddleware(
  handler: WebhookHandler,
  options: ListenerOptions = {},
): (context: KoaContext) => Promise<void> {
  return async (context) => {
    const answer = await answerStream(handler, context.req, context.request, options);
    context.set(Object.fromEntries(answer.headers));
    // The body first: Koa makes 204 of a body that is null, and 200 of one that is not.
    context.body = await answer.text();
    context.status = answer.status;
  };
}
