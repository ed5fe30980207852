import type { WebhookHandler } from '../handler/handler.ts';
import type { WebhookBody } from '../sign/body.ts';

/** What is used of a Fastify request. */
interface FastifyRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
}

/** What is used of a Fastify reply. */
interface FastifyReply {
  code(status: number): FastifyReply;
  headers(values: Record<string, string>): FastifyReply;
  send(body: string): unknown;
}

/** What is used of a Fastify instance. */
export interface FastifyLike {
  /** Forgets the parsers for what is below this plugin only. */
  removeAllContentTypeParsers(): void;
  /** Adds one. */
  addContentTypeParser(...given: never): unknown;
  /** Adds a route. */
  post(url: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown;
}

/** The one of its overloads that is used: no structural type matches them all. */
interface ContentTypeParsers {
  addContentTypeParser(
    contentType: string,
    options: { parseAs: 'buffer' },
    parser: (request: never, body: Buffer, done: (error: null, body: Buffer) => void) => void,
  ): unknown;
}

/** Where to receive. */
export interface FastifyWebhookOptions {
  /** The path of the route, below the prefix if there is one. */
  readonly url: string;
}

/**
 * Adapts a handler to Fastify: a plugin with one route, which alone gets its body unparsed.
 *
 * Fastify parses JSON before any route sees it, and the bytes that were signed are lost. The plugin switches that off
 * for its own route and leaves the others as they are. A plugin wrapped in `fastify-plugin` would not: do not wrap it.
 *
 * @param handler - Made by `createWebhookHandler`.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from '@messaging-service/webhooks';
 * import { toFastifyPlugin } from '@messaging-service/webhooks/node';
 *
 * await fastify.register(toFastifyPlugin(createWebhookHandler({ secrets, on })), { url: '/webhook' });
 * ```
 */
export function toFastifyPlugin(
  handler: WebhookHandler,
): (instance: FastifyLike, options: FastifyWebhookOptions) => Promise<void> {
  return async (instance, { url }) => {
    instance.removeAllContentTypeParsers();
    const parsers: ContentTypeParsers = instance;
    parsers.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    instance.post(url, async ({ method, headers, body }, reply) => {
      const answer = await handler({ method, headers, body: body as WebhookBody });
      return reply
        .code(answer.status)
        .headers(Object.fromEntries(answer.headers))
        .send(await answer.text());
    });
  };
}
