import { toLambdaHandler } from '@messaging-service/webhooks/node';
import type {
  ALBEvent,
  ALBHandler,
  ALBResult,
  APIGatewayProxyEvent,
  APIGatewayProxyEventV2,
  APIGatewayProxyHandler,
  APIGatewayProxyHandlerV2,
  APIGatewayProxyHandlerV2WithIAMAuthorizer,
  APIGatewayProxyHandlerV2WithJWTAuthorizer,
  APIGatewayProxyHandlerV2WithLambdaAuthorizer,
  APIGatewayProxyResult,
  APIGatewayProxyStructuredResultV2,
  APIGatewayProxyWithCognitoAuthorizerHandler,
  APIGatewayProxyWithLambdaAuthorizerHandler,
  Context,
  Handler,
  LambdaFunctionURLEvent,
  LambdaFunctionURLHandler,
  LambdaFunctionURLResult,
} from 'aws-lambda';
import { webhook } from './webhook.ts';

export const restApi: APIGatewayProxyHandler = toLambdaHandler(webhook);
export const restApiWithUsers: APIGatewayProxyWithCognitoAuthorizerHandler = toLambdaHandler(webhook);
export const restApiWithAuthorizer: APIGatewayProxyWithLambdaAuthorizerHandler<{ tenant: string }> =
  toLambdaHandler(webhook);
export const httpApi: APIGatewayProxyHandlerV2 = toLambdaHandler(webhook);
export const httpApiOfOtherResult: APIGatewayProxyHandlerV2<{ sent: number }> = toLambdaHandler(webhook);
export const httpApiWithRoles: APIGatewayProxyHandlerV2WithIAMAuthorizer = toLambdaHandler(webhook);
export const httpApiWithTokens: APIGatewayProxyHandlerV2WithJWTAuthorizer = toLambdaHandler(webhook);
export const httpApiWithAuthorizer: APIGatewayProxyHandlerV2WithLambdaAuthorizer<{ tenant: string }> =
  toLambdaHandler(webhook);
export const loadBalancer: ALBHandler = toLambdaHandler(webhook);
export const functionUrl: LambdaFunctionURLHandler = toLambdaHandler(webhook);
export const general: Handler<APIGatewayProxyEvent, APIGatewayProxyResult> = toLambdaHandler(webhook);
export const satisfied = toLambdaHandler(webhook) satisfies APIGatewayProxyHandler & ALBHandler;

const handle = toLambdaHandler(webhook);
export const fromRestApi = (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => handle(event);
export const fromHttpApi = (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> =>
  handle(event);
export const fromLoadBalancer = (event: ALBEvent): Promise<ALBResult> => handle(event);
export const fromFunctionUrl = (event: LambdaFunctionURLEvent): Promise<LambdaFunctionURLResult> =>
  handle(event);
export const wrapped = async (event: APIGatewayProxyEvent | ALBEvent, _context: Context) => handle(event);
export const direct = async (event: APIGatewayProxyEvent) =>
  (await webhook({ ...event, method: event.httpMethod })).status;
export const directWithoutMethod = (event: ALBEvent) => webhook(event);
