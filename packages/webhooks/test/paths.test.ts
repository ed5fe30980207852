import type { WebhookHandler } from '@messaging-service/webhooks';
import { toKoaMiddleware, toNodeListener } from '@messaging-service/webhooks/node';
import express from 'express';
import express4 from 'express4';
import Koa from 'koa';
import { describe, expect, test } from 'vitest';
import { type App, served } from './frameworks.ts';
import { receiver } from './receiver.ts';
import { deliveryReceipt } from './samples.ts';

const PATH = { path: '/webhook' };

const expressApp = (create: typeof express) => (handler: WebhookHandler) => {
  const app = create();
  app.use(toNodeListener(handler, PATH));
  app.use((_request, response) => void response.send('another route'));
  return served(app);
};

/** Applications whose webhook middleware sees every request, and the status and text of another route. */
const applications: Readonly<
  Record<string, [start: (handler: WebhookHandler) => Promise<App>, status: number, text: string]>
> = {
  "Node's http": [(handler) => served(toNodeListener(handler, PATH)), 404, '{"error":{"code":"not_found"}}'],
  'Express 4': [expressApp(express4), 200, 'another route'],
  'Express 5': [expressApp(express), 200, 'another route'],
  'a router of Express, below which URLs are relative': [
    (handler) => {
      const app = express();
      app.use('/webhook', toNodeListener(handler, PATH));
      app.use((_request, response) => void response.send('another route'));
      return served(app);
    },
    200,
    'another route',
  ],
  Koa: [
    (handler) => {
      const app = new Koa();
      app.use(toKoaMiddleware(handler, PATH));
      app.use((context) => {
        context.body = 'another route';
      });
      return served(app.callback());
    },
    200,
    'another route',
  ],
};

describe.each(Object.entries(applications))('%s', (_name, [start, status, text]) => {
  test.each(['/orders', '/', '/webhooks', '/webhook/2', '/other?path=/webhook', '/Webhook%20'])(
    'passes on a request for %s (WHK-1)',
    async (path) => {
      const { handler, events, errors } = receiver();
      await using app = await start(handler);
      for (const method of ['POST', 'GET']) {
        const response = await app.fetch(app.url + path, { method });
        expect([response.status, await response.text()]).toEqual([status, text]);
      }
      expect([events, errors]).toEqual([[], []]);
    },
  );

  test.each(['/webhook', '/webhook/', '/webhook?from=service'])(
    'receives a webhook at %s (WHK-1)',
    async (path) => {
      const { handler, events } = receiver();
      await using app = await start(handler);
      const body = JSON.stringify(deliveryReceipt);
      expect((await app.fetch(app.url + path, { method: 'POST', body })).status).toBe(200);
      expect(events).toHaveLength(1);
    },
  );
});

test.each([
  ['Express 4', express4],
  ['Express 5', express],
])('%s: below a router, the path can be relative to it or whole (WHK-1)', async (_, create) => {
  for (const path of ['/webhook', '/shop/webhook']) {
    const { handler, events } = receiver();
    const app = create();
    const router = create.Router();
    router.use(toNodeListener(handler, { path }));
    router.use((_request, response) => void response.send('another route'));
    app.use('/shop', router);
    await using running = await served(app);
    const send = async (to: string) =>
      (await fetch(running.url + to, { method: 'POST', body: JSON.stringify(deliveryReceipt) })).text();
    expect(await send('/shop/webhook')).toBe('');
    expect(await send('/shop/orders')).toBe('another route');
    expect(events).toHaveLength(1);
  }
});

test('a Koa application without another route responds with 404 to its requests', async () => {
  const app = new Koa();
  app.use(toKoaMiddleware(receiver().handler, PATH));
  await using running = await served(app.callback());
  expect((await running.fetch(`${running.url}/orders`, { method: 'POST', body: '{}' })).status).toBe(404);
});

test.each(['webhook', '', 'https://app.example/webhook', '/webhook?x=1', 7])(
  'the path %o is refused when the adapter is created',
  (path) => {
    const { handler } = receiver();
    for (const adapt of [toNodeListener, toKoaMiddleware])
      expect(() => adapt(handler, { path: path as string })).toThrow(
        'path must be a path that begins with a slash',
      );
  },
);
