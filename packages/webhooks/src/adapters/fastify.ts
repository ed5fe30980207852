import { checkHandler } from '../errors/read-options.ts';
import type { WebhookHandler } from '../handler/handler.ts';
import type { WebhookBody } from '../sign/body.ts';
import { isOpen, type ResponseState, respondWith } from './open-response.ts';

/** The part of a Fastify request that is used. */
export interface FastifyRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
}

/** The part of a Fastify reply that is used. */
export interface FastifyReply {
  /** Whether something has responded. */
  readonly sent?: boolean | undefined;
  /** Node's response. */
  readonly raw?: ResponseState | undefined;
  /** Tells Fastify that nothing more is sent. */
  hijack?(): unknown;
  code(status: number): FastifyReply;
  headers(values: Record<string, string>): FastifyReply;
  send(body: string): unknown;
}

/** The part of a Fastify instance that is used. */
export interface FastifyLike {
  /** Removes the parsers within this plugin only. */
  removeAllContentTypeParsers(): void;
  /** Adds a parser. */
  addContentTypeParser(...parameters: never): unknown;
  /** Adds a route. */
  post(url: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown;
}

/** The overload that is used, because a structural type cannot match all of them. */
interface ContentTypeParsers {
  addContentTypeParser(
    contentType: string,
    options: { parseAs: 'buffer' },
    parser: (request: never, body: Buffer, done: (error: null, body: Buffer) => void) => void,
  ): unknown;
}

/**
 * Options of the plugin.
 *
 * @example
 * ```ts
 * import { toFastifyPlugin } from '@messaging-service/webhooks/node';
 *
 * await fastify.register(toFastifyPlugin(handler), { url: '/webhook' });
 * await fastify.listen({ port: 3000 });
 * ```
 */
export interface FastifyWebhookOptions {
  /** The path of the route, below the prefix if there is one. */
  readonly url: string;
}

/**
 * Adapts a handler to Fastify: a plugin with one route that reads its body unparsed.
 *
 * Fastify parses JSON before any route sees it, and then the signed bytes are lost. The plugin switches parsing off for its
 * own route only. Do not wrap it in `fastify-plugin`: that switches parsing off for all routes.
 *
 * @param handler - A handler of `createWebhookHandler`.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from '@messaging-service/webhooks';
 * import { toFastifyPlugin } from '@messaging-service/webhooks/node';
 *
 * await fastify.register(toFastifyPlugin(createWebhookHandler({ secrets, on })), { url: '/webhook' });
 * await fastify.listen({ port: 3000 });
 * ```
 */
export function toFastifyPlugin(
  handler: WebhookHandler,
): (instance: FastifyLike, options: FastifyWebhookOptions) => Promise<void> {
  checkHandler(handler);
  return async (instance, { url }) => {
    instance.removeAllContentTypeParsers();
    const parsers: ContentTypeParsers = instance;
    parsers.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    instance.post(url, async ({ method, headers, body }, reply) => {
      const isSent = await respondWith(
        handler,
        async () => handler({ method, headers, body: body as WebhookBody }),
        () => reply.sent !== true && isOpen(reply.raw ?? {}),
        (response, text) =>
          reply.code(response.status).headers(Object.fromEntries(response.headers)).send(text),
      );
      // Fastify would send the result of the route, or wait for a response.
      if (!isSent && reply.sent !== true) reply.hijack?.();
      return reply;
    });
  };
}
