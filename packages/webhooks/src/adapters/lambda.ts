import type { WebhookHandler } from '../handler/handler.ts';
import type { LambdaEvent } from '../verify/request.ts';

/** What is used of the context of a request. */
export interface LambdaRequestContext {
  /** What is known of the request itself. */
  readonly http?:
    | {
        /** The method. */
        readonly method?: string | undefined;
      }
    | undefined;
}

/** The event of a Lambda function, with what says its method. */
export interface LambdaRequest extends LambdaEvent {
  /** The method, in events of REST APIs and load balancers. */
  readonly httpMethod?: string | undefined;
  /** Holds the method in events of HTTP APIs and function URLs. */
  readonly requestContext?: LambdaRequestContext | undefined;
}

/** What a Lambda function answers. */
export interface LambdaResult {
  /** The status. */
  statusCode: number;
  /** The headers. */
  headers: Record<string, string>;
  /** The body. */
  body: string;
}

/**
 * Adapts a handler to AWS Lambda behind API Gateway (REST or HTTP API), a function URL or a load balancer.
 *
 * Bodies that arrive as base64 are decoded. What parses the body first, such as Middy's `httpJsonBodyParser`, loses
 * the bytes that were signed: signed requests are then answered with 500 and the code `parsed_body`. The fix is to
 * leave it out for this function. `waitUntil` has no counterpart: Lambda freezes once the function has answered.
 *
 * @param handler - Made by `createWebhookHandler`.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from '@messaging-service/webhooks';
 * import { toLambdaHandler } from '@messaging-service/webhooks/node';
 *
 * export const handler = toLambdaHandler(createWebhookHandler({ secrets, on, dedupe }));
 * ```
 */
export function toLambdaHandler(handler: WebhookHandler): (event: LambdaRequest) => Promise<LambdaResult> {
  return async (event) => {
    const method = event.httpMethod ?? event.requestContext?.http?.method;
    const { body, headers, multiValueHeaders, isBase64Encoded } = event;
    const answer = await handler({ method, body, headers, multiValueHeaders, isBase64Encoded });
    return {
      statusCode: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    };
  };
}
