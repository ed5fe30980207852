import { channel } from 'node:diagnostics_channel';
import type { Transport } from '@messaging-service/sdk';
import { fetchTransport } from '@messaging-service/sdk';
import { VERSION } from '@messaging-service/sdk/core';
import { createNodeTransport } from '@messaging-service/sdk/node';
import { throwing } from '@messaging-service/test-support';
import { context, metrics, trace } from '@opentelemetry/api';
import { describe, expect, onTestFinished } from 'vitest';
import { BATCH_UUID, batch, createFullClient, failureOf, message, queued } from './samples.ts';
import { type ScriptedService, test } from './scripted-service.ts';
import { createTelemetry } from './telemetry.ts';

/** Responds with 503 a number of times, and then with a queued message. */
function failTimes(service: ScriptedService, times: number): void {
  const body = JSON.stringify({ error: { code: 'service_unavailable', message: 'try later' } });
  service.script((response) => {
    if (service.received.length <= times) response.writeHead(503, { 'retry-after': '0' }).end(body);
    else response.end(JSON.stringify({ messages: [queued] }));
  });
}

const traces = (service: ScriptedService) => service.received.map(({ headers }) => headers.traceparent);

describe('spans', () => {
  test('a call is one span within the active one, with a child for each attempt, which sends its trace', async ({
    service,
  }) => {
    failTimes(service, 1);
    const { telemetry, spans, within } = createTelemetry();
    const client = createFullClient(service.url, { telemetry });
    await within('job', () => client.messages.sendOne(message));
    const [first, second, call, job] = spans;
    expect(spans).toMatchObject([
      { name: 'POST /message', parent: call?.id },
      { name: 'POST /message', parent: call?.id },
      { name: 'send messages', parent: job?.id },
      { name: 'job', parent: undefined },
    ]);
    expect(traces(service)).toEqual([
      `00-${job?.traceId}-${first?.id}-01`,
      `00-${job?.traceId}-${second?.id}-01`,
    ]);
    expect(call?.tracer).toBe(`@messaging-service/sdk@${VERSION}`);
  });

  test('an attempt has the attributes of the conventions for HTTP clients', async ({ service }) => {
    failTimes(service, 1);
    const { telemetry, spans } = createTelemetry();
    await createFullClient(service.url, { telemetry }).messages.sendOne(message);
    const attributes = {
      'http.request.method': 'POST',
      'url.full': `${service.url}/message?key=[redacted]`,
      'url.template': '/message',
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(service.url).port),
    };
    const [failed, repeated] = spans;
    expect(failed).toMatchObject({
      kind: 2,
      status: { code: 2, message: expect.stringContaining('POST /message returned 503') },
    });
    expect(failed?.attributes).toEqual({
      ...attributes,
      'http.response.status_code': 503,
      'error.type': '503',
    });
    expect(repeated).toMatchObject({ kind: 2, status: { code: 0 } });
    expect(repeated?.attributes).toEqual({
      ...attributes,
      'http.response.status_code': 200,
      'http.request.resend_count': 1,
    });
  });

  test('a send has the attributes of the conventions for messaging', async ({ service }) => {
    service.answer(200, { messages: [queued], identifier: BATCH_UUID });
    const { telemetry, spans } = createTelemetry();
    const client = createFullClient(service.url, { telemetry });
    await client.messages.sendOne({ ...message, id: BATCH_UUID });
    await client.batches.send(batch);
    const common = {
      'messaging.system': 'messaging_service',
      'messaging.operation.type': 'send',
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(service.url).port),
    };
    expect(spans.filter(({ name }) => name.startsWith('send '))).toMatchObject([
      {
        name: 'send messages',
        kind: 2,
        attributes: {
          ...common,
          'messaging.operation.name': 'POST /message',
          'messaging.message.id': BATCH_UUID,
        },
      },
      { name: 'send batch', kind: 2, attributes: { ...common, 'messaging.operation.name': 'POST /batch' } },
    ]);
    expect(JSON.stringify(spans)).not.toContain(message.to);
  });

  test('the span of an attempt is active while the transport runs', async ({ service }) => {
    service.answer(200, { batches: [] });
    const { telemetry, spans } = createTelemetry();
    const send = fetchTransport();
    let active: string | undefined;
    const transport: Transport = async (request) => {
      const response = await send(request);
      active = trace.getSpan(context.active())?.spanContext().spanId;
      return response;
    };
    await createFullClient(service.url, { telemetry, transport }).batches.listPending();
    expect(active).toBe(spans[0]?.id);
    expect(spans[0]?.name).toBe('GET /batch');
  });

  test('an attempt without a response has the name and the text of its error, and so has the call', async ({
    service,
  }) => {
    service.script((response) => response.destroy());
    const { telemetry, spans } = createTelemetry();
    const error = await failureOf(createFullClient(service.url, { telemetry }).batches.listPending());
    expect(spans.map(({ attributes }) => attributes['error.type'])).toEqual(Array(4).fill('ConnectionError'));
    expect(spans.map(({ attributes }) => attributes['http.request.resend_count'])).toEqual([
      undefined,
      1,
      2,
      undefined,
    ]);
    expect(spans.at(-1)?.status).toEqual({ code: 2, message: (error as Error).message });
  });

  test('an operation that the caller describes has no values of its path in names', async ({ service }) => {
    service.answer(200, {});
    const { telemetry, spans, measurements } = createTelemetry();
    await createFullClient(service.url, { telemetry }).request('GET', `/batch/${BATCH_UUID}/parts`);
    expect(spans.map(({ name }) => name)).toEqual(['GET', 'GET']);
    expect(spans[0]?.attributes).not.toHaveProperty('url.template');
    expect(JSON.stringify(measurements)).not.toContain(BATCH_UUID);
  });

  test('nothing is traced that was never sent', async () => {
    const { telemetry, spans, measurements } = createTelemetry();
    await failureOf(createFullClient('https://api.messaging.test', { telemetry }).batches.cancel('..'));
    expect([...spans, ...measurements]).toEqual([]);
  });

  test('a tracer that throws changes nothing', async ({ service }) => {
    failTimes(service, 0);
    const { telemetry } = createTelemetry();
    const fail = throwing(new Error('no tracer'));
    for (const broken of [
      { ...telemetry, trace: Object.assign(Object.create(trace), { getTracer: fail }) },
      { ...telemetry, context: Object.assign(Object.create(context), { with: fail }) },
      { ...telemetry, propagation: { inject: fail } },
      { ...telemetry, metrics: Object.assign(Object.create(metrics), { getMeterProvider: fail }) },
    ])
      expect(await createFullClient(service.url, { telemetry: broken }).messages.sendOne(message)).toEqual(
        queued,
      );
  });
});

describe('metrics', () => {
  test('calls and attempts are measured in seconds', async ({ service }) => {
    failTimes(service, 1);
    const { telemetry, measurements } = createTelemetry();
    await createFullClient(service.url, { telemetry }).messages.sendOne(message);
    const server = { 'server.address': '127.0.0.1', 'server.port': Number(new URL(service.url).port) };
    const attempt = {
      metric: 'messaging_service.client.attempt.duration',
      value: expect.any(Number) as number,
    };
    const http = { 'http.request.method': 'POST', 'url.template': '/message', ...server };
    expect(measurements).toEqual([
      { ...attempt, attributes: { ...http, 'http.response.status_code': 503, 'error.type': '503' } },
      { ...attempt, attributes: { ...http, 'http.response.status_code': 200 } },
      {
        metric: 'messaging.client.operation.duration',
        value: expect.any(Number) as number,
        attributes: {
          'messaging.system': 'messaging_service',
          'messaging.operation.name': 'POST /message',
          ...server,
        },
      },
    ]);
  });

  test('a provider that is registered after the client was created gets the measurements', async ({
    service,
  }) => {
    service.answer(200, { batches: [] });
    const { telemetry } = createTelemetry();
    const client = createFullClient(service.url, { telemetry });
    await client.batches.listPending();
    const { measurements } = createTelemetry();
    await client.batches.listPending();
    expect(measurements).toHaveLength(2);
  });
});

describe('one traceparent', () => {
  /** Does what an instrumentation of undici does: it adds a trace to each request, whatever the request contains. */
  function instrumentUndici(): void {
    const requests = channel('undici:request:create');
    const add = (event: unknown) => {
      const { request } = event as { request: { addHeader(name: string, value: string): void } };
      request.addHeader('traceparent', '00-1-2-01');
    };
    requests.subscribe(add);
    onTestFinished(() => {
      requests.unsubscribe(add);
    });
  }

  test('an instrumentation of undici writes the only one of the global fetch', async ({ service }) => {
    service.answer(200, { batches: [] });
    const { telemetry } = createTelemetry();
    instrumentUndici();
    await createFullClient(service.url, { telemetry }).batches.listPending();
    expect(traces(service)).toEqual(['00-1-2-01']);
  });

  test('the transport over node:http, which undici has no part in, keeps that of the client', async ({
    service,
  }) => {
    service.answer(200, { batches: [] });
    const { telemetry, spans } = createTelemetry();
    instrumentUndici();
    const transport = createNodeTransport();
    await createFullClient(service.url, { telemetry, transport }).batches.listPending();
    transport.close();
    expect(traces(service)).toEqual([`00-${spans[0]?.traceId}-${spans[0]?.id}-01`]);
  });

  test('header fields of the caller stay', async ({ service }) => {
    service.answer(200, { batches: [] });
    const { telemetry } = createTelemetry();
    instrumentUndici();
    await createFullClient(service.url, { telemetry, headers: { baggage: 'a=1' } }).batches.listPending();
    expect(service.received[0]?.headers.baggage).toBe('a=1');
  });
});
