import { checkHandler } from '../errors/read-options.ts';
import type { WebhookHandler } from '../handler/handler.ts';
import { isOpen, type ResponseState, respondWith } from './open-response.ts';
import { pathMatcher, type WebhookPathOptions } from './path.ts';
import { type BodyStream, handleStream } from './stream.ts';

/** The part of Koa's context that is used. */
export interface KoaContext {
  /** Node's request. */
  readonly req: BodyStream;
  /** Node's response. */
  readonly res?: ResponseState | undefined;
  /** The path and the query, as received. */
  readonly originalUrl?: string | undefined;
  /** False if something bypasses Koa and responds itself. */
  readonly respond?: boolean | undefined;
  /** Koa's request, on which parsers store the body. */
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
 * You do not need a body parser. After `koa-body` or `@koa/bodyparser`, it uses the raw body if they keep it. If they do
 * not, the signed bytes are lost, and the handler responds to signed requests with 500 and the code `parsed_body`. To fix
 * this, mount it before the parser. Requests with another path go to the next middleware.
 *
 * @param handler - A handler of `createWebhookHandler`.
 * @param options - The path, unless a router selects the requests.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from '@messaging-service/webhooks';
 * import { toKoaMiddleware } from '@messaging-service/webhooks/node';
 * import Koa from 'koa';
 *
 * const koa = new Koa();
 * koa.use(toKoaMiddleware(createWebhookHandler({ secrets, on }), { path: '/webhook' }));
 * koa.listen(3000);
 * ```
 */
export function toKoaMiddleware(
  handler: WebhookHandler,
  options: WebhookPathOptions = {},
): (context: KoaContext, next?: () => Promise<unknown>) => Promise<void> {
  checkHandler(handler);
  const isWebhook = pathMatcher(options);
  return async (context, next) => {
    if (!isWebhook(context.originalUrl)) return void (await next?.());
    await respondWith(
      handler,
      async () => handleStream(handler, context.req, context.request),
      () => context.respond !== false && isOpen(context.res ?? {}),
      (reply, body) => {
        context.set(Object.fromEntries(reply.headers));
        // The body first, because setting it also sets the status: 204 for null, otherwise 200.
        context.body = body;
        context.status = reply.status;
      },
    );
  };
}
