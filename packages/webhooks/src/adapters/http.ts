import type { WebhookHandler } from '../handler/handler.ts';
import { type BodyHolder, type BodyStream, handleStream } from './stream.ts';

/** A request of Node's `http` or of Express. */
export interface NodeRequest extends BodyStream, BodyHolder {}

/** The part of a response of Node's `http` or of Express that is used. */
export interface NodeResponse {
  /** The HTTP status, such as 200. */
  statusCode: number;
  /** Sets a header. */
  setHeader(name: string, value: string): unknown;
  /** Sends the body and ends the response. */
  end(body: string): unknown;
}

/**
 * Adapts a handler to Node's `http`, to Express, and to other servers that call `(request, response)`.
 *
 * It reads the body itself and does not need a parser. It also accepts a body that `express.raw()` or `express.text()` has
 * read. After `express.json()`, the signed bytes are lost: signed requests get the response 500 with the code `parsed_body`.
 * To fix this, mount this route before `app.use(express.json())`, or let the parser keep the bytes:
 * `express.json({ verify: (request, _response, bytes) => { request.rawBody = bytes; } })`.
 *
 * @param handler - A handler of `createWebhookHandler`.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { createWebhookHandler } from '@messaging-service/webhooks';
 * import { toNodeListener } from '@messaging-service/webhooks/node';
 *
 * const webhook = toNodeListener(createWebhookHandler({ secrets, on }));
 * app.post('/webhook', webhook); // Express: before app.use(express.json())
 * createServer(webhook).listen(3000); // or Node alone
 * ```
 */
export function toNodeListener(
  handler: WebhookHandler,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const reply = await handleStream(handler, request, request);
    const body = await reply.text();
    response.statusCode = reply.status;
    for (const [name, value] of reply.headers) response.setHeader(name, value);
    response.end(body);
  };
}
