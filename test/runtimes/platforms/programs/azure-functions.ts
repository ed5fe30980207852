import {
  app,
  type HttpFunctionOptions,
  type HttpHandler,
  type HttpRequest,
  type InvocationContext,
} from '@azure/functions';
import { webhook } from './webhook.ts';

export const handler: HttpHandler = webhook;
export const options: HttpFunctionOptions = { methods: ['POST'], authLevel: 'anonymous', handler: webhook };
app.http('webhook', { methods: ['POST'], authLevel: 'anonymous', handler: webhook });
app.post('webhook', webhook);
app.post('webhook', { authLevel: 'anonymous', handler: webhook });
export const wrapped: HttpHandler = async (request: HttpRequest, context: InvocationContext) =>
  webhook(request, context);
