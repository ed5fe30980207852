/**
 * Adapts a webhook handler to Node's `http`, Express, Koa, Fastify and AWS Lambda, which do not use `Request` and `Response`.
 *
 * @packageDocumentation
 */
export type { WebhookHandler } from '../handler/handler.ts';
export {
  type FastifyLike,
  type FastifyReply,
  type FastifyRequest,
  type FastifyWebhookOptions,
  toFastifyPlugin,
} from './fastify.ts';
export { type NodeRequest, type NodeResponse, toNodeListener } from './http.ts';
export { type KoaContext, toKoaMiddleware } from './koa.ts';
export {
  type LambdaRequest,
  type LambdaRequestContext,
  type LambdaResult,
  toLambdaHandler,
} from './lambda.ts';
export type { ResponseState } from './open-response.ts';
export type { WebhookPathOptions } from './path.ts';
export type { BodyHolder, BodyStream } from './stream.ts';
