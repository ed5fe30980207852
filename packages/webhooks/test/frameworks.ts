import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookHandler } from '@messaging-service/webhooks';
import {
  toFastifyPlugin,
  toKoaMiddleware,
  toLambdaHandler,
  toNodeListener,
} from '@messaging-service/webhooks/node';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';

/** An application of some framework that receives webhooks at `/hook`. */
export interface App extends AsyncDisposable {
  /** Its address, without a trailing slash. */
  readonly url: string;
  /** The way to reach it: the network, or a call of its function. */
  readonly fetch: typeof globalThis.fetch;
}

/** Serves a listener on the network. */
export async function served(
  listener: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<App> {
  const server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fetch: globalThis.fetch,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An application that is a function: platforms call it, no socket involved. */
function called(answer: (request: Request) => Response | Promise<Response>): App {
  return {
    url: 'https://app.example',
    fetch: async (input, init) => answer(new Request(input, init)),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** An Express 5 application that may parse JSON before the webhook, as applications do. */
export function expressApp(handler: WebhookHandler, ...before: express.RequestHandler[]): Promise<App> {
  const app = express();
  for (const middleware of before) app.use(middleware);
  app.post('/hook', toNodeListener(handler));
  return served(app);
}

/** The same as a Koa application. */
export function koaApp(handler: WebhookHandler, ...before: Koa.Middleware[]): Promise<App> {
  const app = new Koa();
  for (const middleware of before) app.use(middleware);
  app.use(toKoaMiddleware(handler));
  return served(app.callback());
}

async function fastifyApp(handler: WebhookHandler): Promise<App> {
  const app = fastify();
  await app.register(toFastifyPlugin(handler), { url: '/hook' });
  // A route of its own beside it still gets parsed JSON.
  app.post('/other', async ({ body }) => ({ parsed: body }));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    fetch: globalThis.fetch,
    [Symbol.asyncDispose]: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

/** Passes a Lambda function the events that API Gateway would create from a request. */
function lambdaApp(handler: WebhookHandler, version: '1.0' | '2.0', base64: boolean): App {
  const lambda = toLambdaHandler(handler);
  return called(async (request) => {
    const bytes = Buffer.from(await request.arrayBuffer());
    const all = { body: bytes.toString(base64 ? 'base64' : 'utf8'), isBase64Encoded: base64 };
    const headers = Object.fromEntries(request.headers);
    const lists = Object.fromEntries([...request.headers].map(([name, value]) => [name, [value]]));
    const { method } = request;
    const event =
      version === '1.0'
        ? { ...all, httpMethod: method, headers, multiValueHeaders: lists }
        : { ...all, version, headers, requestContext: { http: { method, path: '/hook' } } };
    const { statusCode, body, headers: answered } = await lambda(event);
    return new Response(body, { status: statusCode, headers: answered });
  });
}

/** Every framework that the handler has an adapter for, or that accepts it directly. */
export const frameworks: Readonly<Record<string, (handler: WebhookHandler) => App | Promise<App>>> = {
  "Node's http": (handler) => served(toNodeListener(handler)),
  'Express 5 without a parser': (handler) => expressApp(handler),
  'Express 5 behind express.raw()': (handler) => expressApp(handler, express.raw({ type: '*/*' })),
  'Express 5 behind express.text()': (handler) => expressApp(handler, express.text({ type: '*/*' })),
  'Express 5 behind express.json() that keeps rawBody': (handler) =>
    expressApp(
      handler,
      express.json({ verify: (request, _response, bytes) => Object.assign(request, { rawBody: bytes }) }),
    ),
  'Express 5 behind a parser that is not concerned': (handler) =>
    expressApp(handler, express.urlencoded({ extended: false }), express.json({ type: 'text/json' })),
  'Fastify 5': fastifyApp,
  Koa: (handler) => koaApp(handler),
  Hono: (handler) => {
    const app = new Hono();
    app.post('/hook', ({ req }) => handler(req.raw));
    return called((request) => app.fetch(request));
  },
  'a Next.js route handler': (handler) => {
    const POST: (request: Request, context: { params: Promise<object> }) => Promise<Response> = handler;
    return called((request) => POST(request, { params: Promise.resolve({}) }));
  },
  'AWS Lambda behind an HTTP API': (handler) => lambdaApp(handler, '2.0', false),
  'AWS Lambda behind an HTTP API, bodies as base64': (handler) => lambdaApp(handler, '2.0', true),
  'AWS Lambda behind a REST API': (handler) => lambdaApp(handler, '1.0', false),
};
