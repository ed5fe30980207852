import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { createEmulator } from '@messaging-service/emulator';
import { api } from '@messaging-service/test-support';
import { signTestWebhook, type WebhookEvent, type WebhookHandler } from '@messaging-service/webhooks';
import express from 'express';
import { describe, expect, test } from 'vitest';
import { type App, expressApp, frameworks, koaApp } from './frameworks.ts';
import { receiver } from './receiver.ts';
import { deliveryReceipt, inboundMessage, SECRET } from './samples.ts';

const HANDSET = '447700900123';

/** A handler that keeps events and errors, and whose first inbound message fails when asked to. */
function emulatorReceiver({ failures = 0 } = {}) {
  const events: WebhookEvent[] = [];
  let left = failures;
  const keep = (event: WebhookEvent) => {
    if (event.kind === 'inbound-message' && left-- > 0) throw new Error('out of order');
    events.push(event);
  };
  const { handler, errors } = receiver({
    environment: 'emulator',
    tolerance: false,
    on: { inboundMessage: keep, deliveryReceipt: keep, creditNotification: keep },
  });
  return { handler, events, errors };
}

/** The emulated service, which sends its webhooks to an application. */
async function serviceFor({ url, fetch }: App) {
  const hook = `${url}/hook`;
  const emulator = createEmulator({
    now: '2026-01-01T09:00:00.000Z',
    webhooks: { fetch },
    accounts: [
      {
        senders: ['DEMO'],
        credits: 100,
        mo: { mo_webhook_url: hook, mo_webhook_secret: SECRET },
        notifications: [{ url: hook, threshold_type: 'paid_fixed_number', threshold_value: 100 }],
      },
    ],
  });
  await api.sendOne(emulator, { to: HANDSET, callback: hook });
  await emulator.clock.advance('2m');
  return emulator;
}

async function sendSigned({ url, fetch }: App, secret: string): Promise<Response> {
  return fetch(`${url}/hook`, await signTestWebhook(inboundMessage, { secret, environment: 'emulator' }));
}

describe.each(Object.entries(frameworks))('%s', (_name, start) => {
  test('receives everything that the service sends, and responds with success (WHK-2)', async () => {
    const { handler, events, errors } = emulatorReceiver();
    await using app = await start(handler);
    const emulator = await serviceFor(app);
    emulator.handset(HANDSET).reply('Ναι, στις 10 👍');
    await emulator.clock.settle();
    expect(errors).toEqual([]);
    expect(
      events
        .map(({ kind, verified }) => [kind, verified])
        .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['credit-notification', false],
      ['delivery-receipt', false],
      ['inbound-message', true],
    ]);
    expect(events.find(({ kind }) => kind === 'inbound-message')?.payload).toMatchObject({
      from: Number(HANDSET),
      message: 'Ναι, στις 10 👍',
    });
    expect(emulator.webhooks().map(({ state, attempts }) => [state, attempts[0]?.status])).toEqual([
      ['succeeded', 200],
      ['succeeded', 200],
      ['succeeded', 200],
    ]);
  });

  test('passes on what the handler responds: 500 until the action succeeds, and 401 to a forged request (WHK-2)', async () => {
    const { handler, events } = emulatorReceiver({ failures: 2 });
    await using app = await start(handler);
    const emulator = await serviceFor(app);
    emulator.handset(HANDSET).reply('Yes');
    await emulator.clock.advance('5m');
    const [delivery] = emulator.webhooks({ kind: 'inbound-message' });
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 500, 200]);
    expect(events.filter(({ kind }) => kind === 'inbound-message')).toHaveLength(1);
    const response = await sendSigned(app, 'another secret');
    expect(response.headers.get('content-type')).toContain('application/json');
    expect([response.status, await response.json()]).toEqual([
      401,
      { error: { code: 'signature_mismatch' } },
    ]);
  });
});

describe('a parser that has read the bytes', () => {
  const eaters: Record<string, (handler: WebhookHandler) => Promise<App>> = {
    'express.json()': (handler) => expressApp(handler, express.json()),
    'a Koa body parser': (handler) =>
      koaApp(handler, async ({ req, request }, next) => {
        Object.assign(request, { body: await json(req) });
        await next();
      }),
  };

  test.each(Object.entries(eaters))(
    '%s: parsed_body, except for events that need no signature',
    async (_name, start) => {
      const { handler, events, errors } = emulatorReceiver();
      await using app = await start(handler);
      const response = await sendSigned(app, SECRET);
      expect([response.status, await response.json()]).toEqual([500, { error: { code: 'parsed_body' } }]);
      expect((errors[0] as Error).message).toContain('Mount the webhook route before express.json()');
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(deliveryReceipt);
      expect((await app.fetch(`${app.url}/hook`, { method: 'POST', headers, body })).status).toBe(200);
      expect(events).toMatchObject([{ kind: 'delivery-receipt', verified: false }]);
    },
  );
});

describe('on the network', () => {
  const { "Node's http": startHttp, 'Fastify 5': startFastify } = frameworks;

  test('a body beyond the limit gets 413 before it is complete, and is reported', async () => {
    const { handler, events, errors } = emulatorReceiver();
    await using app = (await startHttp?.(handler)) as App;
    const { port, hostname } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    socket.write(`POST /hook HTTP/1.1\r\nhost: x\r\ncontent-length: 9000000\r\n\r\n${'x'.repeat(1_100_000)}`);
    const answer = await new Promise<string>((resolve) => {
      socket.once('data', (chunk) => resolve(chunk.toString()));
    });
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1.1 413 .*connection: close.*payload_too_large/s);
    expect(events).toEqual([]);
    expect(errors).toEqual([expect.objectContaining({ code: 'payload_too_large' })]);
  });

  test('a body in many pieces is put together, multi-byte characters cut in two included', async () => {
    const { handler, events } = emulatorReceiver();
    await using app = (await startHttp?.(handler)) as App;
    const payload = { ...deliveryReceipt, receiptInfo: { code: '22', description: '👋'.repeat(20_000) } };
    const pieces = Buffer.from(JSON.stringify(payload));
    const body = new ReadableStream({
      start(controller) {
        for (let from = 0; from < pieces.length; from += 9_999)
          controller.enqueue(pieces.subarray(from, from + 9_999));
        controller.close();
      },
    });
    const response = await fetch(`${app.url}/hook`, { method: 'POST', body, duplex: 'half' });
    expect(response.status).toBe(200);
    expect(events).toMatchObject([{ payload }]);
  });

  test('a client that closes the connection in the middle leaves no event behind, and the server up', async () => {
    const { handler, events, errors } = emulatorReceiver();
    await using app = (await startHttp?.(handler)) as App;
    const { port, hostname } = new URL(app.url);
    const { promise: reported, resolve } = Promise.withResolvers<void>();
    errors.push = (error) => {
      resolve();
      return Array.prototype.push.call(errors, error);
    };
    connect(Number(port), hostname).end(
      'POST /hook HTTP/1.1\r\nhost: x\r\ncontent-length: 90\r\n\r\n{"mo_uuid',
    );
    await reported;
    expect(events).toEqual([]);
    expect((await fetch(`${app.url}/hook`, { method: 'POST', body: '{}' })).status).toBe(200);
  });

  test('the other routes of a Fastify application still get parsed JSON', async () => {
    await using app = (await startFastify?.(emulatorReceiver().handler)) as App;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${app.url}/other`, { method: 'POST', headers, body: '{"a":1}' });
    expect(await response.json()).toEqual({ parsed: { a: 1 } });
  });
});
