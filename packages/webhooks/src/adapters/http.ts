import { checkHandler } from '../errors/read-options.ts';
import type { WebhookHandler } from '../handler/handler.ts';
import { refuse } from '../handler/refusals.ts';
import { isOpen, type ResponseState, respondWith } from './open-response.ts';
import { pathMatcher, type WebhookPathOptions } from './path.ts';
import { type BodyHolder, type BodyStream, handleStream } from './stream.ts';

/** A request of Node's `http` or of Express. */
export interface NodeRequest extends BodyStream, BodyHolder {
  /** The path and the query; below a router of Express, relative to it. */
  readonly url?: string | undefined;
  /** The path and the query, as Express received it. */
  readonly originalUrl?: string | undefined;
  /** The version of HTTP. */
  readonly httpVersionMajor?: number | undefined;
}

/** The part of a response of Node's `http` or of Express that is used. */
export interface NodeResponse extends ResponseState {
  /** The HTTP status, such as 200. */
  statusCode: number;
  /** Sets a header. */
  setHeader(name: string, value: string): unknown;
  /** Sends the body and ends the response. */
  end(body: string): unknown;
}

/**
 * Adapts a handler to Node's `http`, to Express 4 and 5, and to other servers that call `(request, response, next)`.
 *
 * You do not need a body parser; `express.raw()` and `express.text()` do no harm. After `express.json()`, the signed bytes
 * are lost, and the handler responds to signed requests with 500 and the code `parsed_body`. Mount the route before
 * `app.use(express.json())`, or let the parser keep the bytes: `express.json({ verify: (request, _response, bytes) => {
 * request.rawBody = bytes; } })`.
 *
 * It never rejects. If something else has already responded, or the connection is closed, it writes nothing and reports
 * `response_not_sent` to `onError`.
 *
 * @param handler - A handler of `createWebhookHandler`.
 * @param options - The path, unless a router selects the requests.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { createWebhookHandler } from '@messaging-service/webhooks';
 * import { toNodeListener } from '@messaging-service/webhooks/node';
 *
 * const webhook = createWebhookHandler({ secrets, on });
 * app.post('/webhook', toNodeListener(webhook)); // Express: before app.use(express.json())
 * createServer(toNodeListener(webhook, { path: '/webhook' })).listen(3000); // or Node alone
 * ```
 */
export function toNodeListener(
  handler: WebhookHandler,
  options: WebhookPathOptions = {},
): (request: NodeRequest, response: NodeResponse, next?: (error?: unknown) => unknown) => Promise<void> {
  checkHandler(handler);
  const isWebhook = pathMatcher(options);
  return async (request, response, next) => {
    // Below a router of Express, a path is usually written relative to it.
    const isOther = !isWebhook(request.originalUrl ?? request.url) && !isWebhook(request.url);
    if (isOther && typeof next === 'function') return void next();
    const isHttp1 = (request.httpVersionMajor ?? 1) === 1;
    await respondWith(
      handler,
      async () => (isOther ? refuse(404, 'not_found') : handleStream(handler, request, request)),
      () => isOpen(response),
      (reply, body) => {
        response.statusCode = reply.status;
        for (const [name, value] of reply.headers) {
          // HTTP/2 does not have this header.
          if (isHttp1 || name !== 'connection') response.setHeader(name, value);
        }
        response.end(body);
      },
    );
  };
}
