import { createServer, type RequestListener, Server } from 'node:http';
import { createServer as createHttp2, createSecureServer } from 'node:http2';
import { createServer as createHttps } from 'node:https';
import { toNodeListener } from '@messaging-service/webhooks/node';
import { webhook } from './webhook.ts';

export const listener: RequestListener = toNodeListener(webhook, { path: '/webhook' });
createServer(toNodeListener(webhook, { path: '/webhook' }));
createServer({ keepAlive: true }, listener);
createHttps({}, toNodeListener(webhook));
createHttp2(toNodeListener(webhook));
createSecureServer({}, toNodeListener(webhook));
new Server().on('request', toNodeListener(webhook));
