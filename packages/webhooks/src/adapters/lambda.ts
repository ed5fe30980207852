import { checkHandler } from '../errors/read-options.ts';
import type { WebhookHandler } from '../handler/handler.ts';
import type { LambdaEvent } from '../verify/request.ts';

/** The part of the context of a request that is used, and members by which the compiler recognizes the other contexts. */
export interface LambdaRequestContext {
  /** The method, in events of REST APIs. */
  readonly httpMethod?: string | undefined;
  /** Details of the load balancer, in events of load balancers. */
  readonly elb?: object | undefined;
  /** Details of the HTTP request. */
  readonly http?:
    | {
        /** The method, in events of HTTP APIs and function URLs. */
        readonly method?: string | undefined;
      }
    | undefined;
}

/** The event of a Lambda function, with the members that contain its method. */
export interface LambdaRequest extends LambdaEvent {
  /** The method, in events of REST APIs and load balancers. */
  readonly httpMethod?: string | undefined;
  /** Contains the method in events of HTTP APIs and function URLs. */
  readonly requestContext?: LambdaRequestContext | undefined;
}

/** The response of a Lambda function. */
export interface LambdaResult {
  /** The HTTP status, such as 200. */
  statusCode: number;
  /** The header fields, by their names in lower case. */
  headers: Record<string, string>;
  /** The body, as text. */
  body: string;
}

/**
 * Adapts a handler to AWS Lambda behind API Gateway (REST or HTTP API), a function URL or a load balancer.
 *
 * It decodes bodies in base64. Do not use a middleware that parses the body, such as Middy's `httpJsonBodyParser`: it loses
 * the signed bytes, and the handler then responds to signed requests with 500 and the code `parsed_body`. You cannot use
 * `waitUntil`, because Lambda freezes once the function has returned.
 *
 * @param handler - A handler of `createWebhookHandler`.
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
  checkHandler(handler);
  return async (given) => {
    // The test event of a console can be anything.
    const event = Object(given) as LambdaRequest;
    const method = event.httpMethod ?? event.requestContext?.http?.method;
    const { body, headers, multiValueHeaders, isBase64Encoded } = event;
    const reply = await handler({ method, body, headers, multiValueHeaders, isBase64Encoded });
    return {
      statusCode: reply.status,
      headers: Object.fromEntries(reply.headers),
      body: await reply.text(),
    };
  };
}
