/**
 * A server of one framework in a process of its own. It goes through situations in which the response is no longer that
 * of the webhook, and prints what happened. An unhandled rejection or a write after the end would end the process.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import {
  buildDeliveryReceipt,
  createWebhookHandler,
  type WebhookVerificationError,
} from '@messaging-service/webhooks';
import { toFastifyPlugin, toKoaMiddleware, toNodeListener } from '@messaging-service/webhooks/node';
import express from 'express';
import express4 from 'express4';
import fastify from 'fastify';
import Koa from 'koa';

const [framework = ''] = process.argv.slice(2);

/** What the current situation does. */
interface Situation {
  /** Before the handler gets the request. */
  readonly before?: (response: ServerResponse) => void;
  /** While the action runs. */
  readonly during?: (response: ServerResponse, client: Socket) => void | Promise<unknown>;
  /** What the client sends instead of a whole request. */
  readonly send?: (client: Socket, request: string) => void;
}

const reported: string[] = [];
let onReported = Promise.withResolvers<void>();
let onClosed = Promise.withResolvers<void>();
let current: Situation = {};
let response: ServerResponse | undefined;
let client: Socket | undefined;

const handler = createWebhookHandler({
  dedupe: false,
  on: {
    async deliveryReceipt() {
      await current.during?.(response as ServerResponse, client as Socket);
    },
  },
  onError(error) {
    reported.push((error as Partial<WebhookVerificationError>).code ?? (error as Error).message);
    onReported.resolve();
  },
});

const keep = (own: ServerResponse) => {
  response = own;
  own.once('close', () => onClosed.resolve());
  current.before?.(own);
};

const servers: Readonly<Record<string, () => (request: IncomingMessage, own: ServerResponse) => unknown>> = {
  "Node's http": () => {
    const listener = toNodeListener(handler, { path: '/hook' });
    return (request, own) => {
      keep(own);
      void listener(request, own);
    };
  },
  'Express 4': () => expressApp(express4),
  'Express 5': () => expressApp(express),
  Koa: () => {
    const koa = new Koa();
    koa.silent = true;
    koa.use(async ({ res }, next) => {
      keep(res);
      await next();
    });
    koa.use(toKoaMiddleware(handler, { path: '/hook' }));
    return koa.callback();
  },
};

function expressApp(create: typeof express) {
  const app = create();
  app.use((_request, own, next) => {
    keep(own);
    next();
  });
  app.post('/hook', toNodeListener(handler));
  return app;
}

async function start(): Promise<number> {
  if (framework === 'Fastify') {
    const app = fastify();
    app.addHook('onRequest', async (_request, reply) => keep(reply.raw));
    await app.register(toFastifyPlugin(handler), { url: '/hook' });
    await app.listen({ port: 0, host: '127.0.0.1' });
    app.server.unref();
    return (app.server.address() as AddressInfo).port;
  }
  const listener = servers[framework]?.();
  const server = createServer((request, own) => void listener?.(request, own)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return (server.address() as AddressInfo).port;
}

const timeOut = (own: ServerResponse) => void own.writeHead(503).end('timed out');
const leave = async (own: ServerResponse, socket: Socket) => {
  socket.destroy();
  await once(own, 'close');
};

const SITUATIONS: Readonly<Record<string, Situation>> = {
  'a time-out middleware responds during the action': { during: timeOut },
  'a time-out middleware responds, and then the action throws': {
    during(own) {
      timeOut(own);
      throw new Error('late');
    },
  },
  'something sends the head during the action': { during: (own) => void own.writeHead(202).write('x') },
  'something responds before the handler': { before: timeOut },
  'the client leaves before the response': { during: leave },
  'the client leaves, and then the action throws': {
    async during(own, socket) {
      await leave(own, socket);
      throw new Error('late');
    },
  },
  'the socket is destroyed': { during: (own) => void own.socket?.destroy() },
  'the response is destroyed': { during: (own) => void own.destroy() },
  'the client leaves in the middle of its request': {
    send: (socket, request) => void socket.end(request.slice(0, -10)),
  },
  'the client resets the connection in the middle of its request': {
    send: (socket, request) => void socket.write(request.slice(0, -10), () => socket.resetAndDestroy()),
  },
};

const port = await start();
const body = JSON.stringify(buildDeliveryReceipt());
const request = `POST /hook HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

for (const [name, situation] of Object.entries(SITUATIONS)) {
  current = situation;
  reported.length = 0;
  onReported = Promise.withResolvers();
  onClosed = Promise.withResolvers();
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  client = socket;
  await once(socket, 'connect');
  if (situation.send === undefined) socket.write(request);
  else situation.send(socket, request);
  const isReached = framework !== 'Fastify' || situation.during !== undefined;
  // Fastify reads the body itself, and calls no route after a response.
  await (isReached ? onReported : onClosed).promise;
  // What would reject or throw later does so before the next request has its response.
  current = {};
  const { status } = await fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', body });
  socket.destroy();
  process.stdout.write(`${JSON.stringify([name, status, ...reported])}\n`);
}
process.exit();
