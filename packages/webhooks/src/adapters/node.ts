/**
 * Puts a webhook handler into servers that do not speak `Request` and `Response`: Node's `http`, Express, Koa, Fastify
 * and AWS Lambda. Those that do, such as Next.js, Hono, Bun and Deno, take the handler as it is.
 *
 * @packageDocumentation
 */
export type { WebhookHandler } from '../handler/handler.ts';
export { type FastifyLike, type FastifyWebhookOptions, toFastifyPlugin } from './fastify.ts';
export { type NodeRequest, type NodeResponse, toNodeListener } from './http.ts';
export { type KoaContext, toKoaMiddleware } from './koa.ts';
export {
  type LambdaRequest,
  type LambdaRequestContext,
  type LambdaResult,
  toLambdaHandler,
} from './lambda.ts';
export type { BodyHolder, BodyStream, ListenerOptions } from './stream.ts';
