import type { WebhookHandler } from '../handler/handler.ts';
import { answerStream, type BodyHolder, type BodyStream, type ListenerOptions } from './stream.ts';

/** A request of Node's `http` or of Express. */
export interface NodeRequest extends BodyStream, BodyHolder {}

/** What is used of a response of Node's `http` or of Express. */
export interface NodeResponse {
  /** The status. */
  statusCode: number;
  /** Sets a header. */
  setHeader(name: string, value: string): unknown;
  /** Sends the body and ends the response. */
  end(body: string): unknown;
}

/**
 * Adapts a handler to Node's `http`, to Express and whatever else calls with `(request, response)`.
 *
 * It reads the body itself, so it needs no parser, and takes what `express.raw()` or `express.text()` has read. After
 * `express.json()` the bytes that were signed are lost: signed requests are then answered with 500 and the code
 * `parsed_body`. The fix is to mount this route before `app.use(express.json())`, or to have the parser keep the bytes:
 * `express.json({ verify: (request, _response, bytes) => { request.rawBody = bytes; } })`.
 *
 * @param handler - Made by `createWebhookHandler`.
 * @param options - See {@link ListenerOptions}.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { createWebhookHandler } from '@messaging-service/webhooks';
 * import { toNodeListener } from '@messaging-service/webhooks/node';
 *
 * const webhook = toNodeListener(createWebhookHandler({ secrets, on }));
 * app.post('/webhook', webhook); // Express, before app.use(express.json())
 * createServer(webhook).listen(3000); // Node alone
 * ```
 */
export function toNodeListener(
  handler: WebhookHandler,
  options: ListenerOptions = {},
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const answer = await answerStream(handler, request, request, options);
    const body = await answer.text();
    response.statusCode = answer.status;
    for (const [name, value] of answer.headers) response.setHeader(name, value);
    response.end(body);
  };
}
