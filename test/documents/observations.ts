import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Emulator } from '@messaging-service/emulator';
import { buildInboundMessage, signTestWebhook } from '@messaging-service/webhooks';
import { Redis } from 'ioredis';
import { expect } from 'vitest';
import { hasRedis, startRedis } from '../../packages/webhooks/test/redis-server.ts';
import { capture, type ModuleRun } from './run-module.ts';

/** The results of an example that has run. */
export interface Observed extends ModuleRun {
  /** The service of `MESSAGING_BASE_URL` and of the keys in the environment. */
  readonly emulator: Emulator;
}

/** The value of `MESSAGING_WEBHOOK_SECRET`. */
export const WEBHOOK_SECRET = 'a secret for webhooks';

type Handler = (request: Request) => Promise<Response> | Response;

/** Checks of the effects of examples, besides their output. An example without output needs one. */
export const observations: Readonly<Record<string, (observed: Observed) => Promise<void> | void>> = {
  'packages/sdk/README.md#send.ts': ({ emulator }) => {
    expect(emulator.messages()).toMatchObject([
      { to: '447700900123', body: 'Your table is ready', state: 'delivered' },
    ]);
  },

  'packages/webhooks/README.md#verify.ts': async ({ exports }) => {
    const { receive } = exports as { receive: Handler };
    const { printed } = await capture(async () => {
      expect((await receive(await signed('YES', 'the old one'))).status).toBe(200);
      expect((await receive(await signed('NO', 'another'))).status).toBe(401);
    });
    expect(printed).toBe('YES\nsignature_mismatch\n');
    expect(exports.receiveSync).toThrow(/invalid_headers|missing_signature/);
  },

  'docs/guides/playwright.md#application-options.ts': ({ exports }) => {
    const { env } = exports.applicationOptions as { env: (variables: object) => unknown };
    const variables = { MESSAGING_BASE_URL: 'http://127.0.0.1:4010', MESSAGING_ACCOUNT_KEY: 'decade00' };
    expect(env(variables)).toEqual({ SMS_API_URL: 'http://127.0.0.1:4010', SMS_API_KEY: 'decade00' });
  },

  'docs/guides/webhooks.md#nextjs.ts': ({ exports }) => receivesBy(exports.POST as Handler),
  'docs/guides/webhooks.md#hono.ts': ({ exports }) =>
    receivesBy((exports.app as { readonly fetch: Handler }).fetch),
  'docs/guides/webhooks.md#worker.ts': ({ exports }) =>
    receivesBy((exports.default as { readonly fetch: Handler }).fetch),
  'docs/guides/webhooks.md#lambda.ts': ({ exports }) => {
    const handler = exports.handler as (event: object) => Promise<{ readonly statusCode: number }>;
    return receivesBy(async (request) => {
      const event = { headers: Object.fromEntries(request.headers), body: await request.text() };
      return new Response(null, { status: (await handler(event)).statusCode });
    });
  },
  'docs/guides/webhooks.md#fastify.ts': async ({ exports }) => {
    const app = exports.app as { inject(request: object): Promise<{ readonly statusCode: number }> };
    await receivesBy(async (request) => {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/webhook',
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
      });
      return new Response(null, { status: statusCode });
    });
  },
  'docs/guides/webhooks.md#koa.ts': async ({ exports }) => {
    const server = createServer((exports.app as { callback(): RequestListener }).callback()).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
    await receivesBy(async (request) =>
      fetch(url, { method: 'POST', headers: request.headers, body: await request.text() }),
    );
    server.closeAllConnections();
    server.close();
  },
  'docs/guides/webhook-guarantees.md#redis.ts': actsOnce,
  'packages/webhooks/README.md#redis.ts': actsOnce,
};

/** Checks that an application receives a signed event, and refuses a forged one. */
async function receivesBy(send: Handler): Promise<void> {
  const { printed } = await capture(async () => {
    expect((await send(await signed('YES', WEBHOOK_SECRET))).status).toBe(200);
    const forged = await send(await signed('NO', 'another secret'));
    expect(forged.status).toBe(401);
  });
  expect(printed).toMatch(/^inbound 447700900123 YES true\n/);
  expect(printed).not.toContain('inbound 447700900123 NO');
}

async function signed(message: string, secret: string): Promise<Request> {
  const webhook = await signTestWebhook(buildInboundMessage({ message, from: 447700900123 }), { secret });
  return new Request('https://app.example/webhook', webhook);
}

/** Checks that two receivers with one store act once on an event that both receive. Skipped without Redis. */
async function actsOnce({ exports }: Observed): Promise<void> {
  if (!hasRedis) return;
  const { receive } = exports as { receive: (redis: Redis) => Handler };
  await using server = await startRedis();
  const redis = new Redis({ path: server.socket });
  const request = await signed('YES', WEBHOOK_SECRET);
  const { printed } = await capture(async () => {
    for (const handler of [receive(redis), receive(redis)])
      expect((await handler(request.clone())).status).toBe(200);
  });
  redis.disconnect();
  expect(printed).toBe('447700900123 YES\n');
}
