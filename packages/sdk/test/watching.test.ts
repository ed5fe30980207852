import { channel } from 'node:diagnostics_channel';
import { inspect } from 'node:util';
import type {
  FailureEvent,
  Fetch,
  Hooks,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from '@messaging-service/sdk';
import { throwing } from '@messaging-service/test-support';
import { afterEach, describe, expect, vi } from 'vitest';
import {
  BATCH_UUID,
  createFullClient,
  failureOf,
  message,
  queued,
  recordingLogger,
  rejection,
} from './samples.ts';
import { ACCOUNT_KEY, fakeTimeLimit, LIMIT, type ScriptedService, test } from './scripted-service.ts';

const CHANNELS = ['request', 'response', 'retry', 'error'];

/** Responds with 429 a number of times, and then with a queued message. */
function failTimes(service: ScriptedService, times: number): void {
  service.script((response) => {
    if (service.received.length <= times) response.writeHead(429, { 'retry-after': '0' }).end();
    else response.end(JSON.stringify({ messages: [queued] }));
  });
}

/** Hooks that write down what they were called with. */
function recordingHooks() {
  const events: (readonly [
    name: keyof Hooks,
    event: RequestEvent | ResponseEvent | RetryEvent | FailureEvent,
  ])[] = [];
  const hooks: Hooks = {
    beforeRequest: (event) => events.push(['beforeRequest', event]),
    afterResponse: (event) => events.push(['afterResponse', event]),
    beforeRetry: (event) => events.push(['beforeRetry', event]),
    onError: (event) => events.push(['onError', event]),
  };
  return { events, hooks, names: () => events.map(([name]) => name) };
}

describe('hooks', () => {
  test('are called before and after each attempt, and before each wait', async ({ service }) => {
    failTimes(service, 1);
    const passLimit = fakeTimeLimit();
    const slowFetch: Fetch = (url, init) => {
      passLimit();
      return fetch(url, init);
    };
    const { events, hooks, names } = recordingHooks();
    const client = createFullClient(service.url, { hooks, fetch: slowFetch, timeout: 2 * LIMIT });
    await client.messages.sendOne(message);
    expect(names()).toEqual([
      'beforeRequest',
      'afterResponse',
      'beforeRetry',
      'beforeRequest',
      'afterResponse',
    ]);
    const [[, first], [, answered], [, retry], [, second]] = events as [
      [string, RequestEvent],
      [string, ResponseEvent],
      [string, RetryEvent],
      [string, RequestEvent],
    ];
    expect(first).toEqual({
      operation: 'POST /message',
      method: 'POST',
      path: '/message',
      url: `${service.url}/message?key=[redacted]`,
      headers: expect.any(Headers) as Headers,
      attempt: 1,
      ids: [expect.any(String)],
    });
    expect(answered).toMatchObject({ status: 429, headers: { 'retry-after': '0' } });
    expect(answered.durationMs).toBeGreaterThanOrEqual(LIMIT);
    expect(answered.request).toBe(first);
    expect(retry).toMatchObject({ delayMs: 0, error: { name: 'RateLimitError', attempts: 1 } });
    expect(second).toMatchObject({ attempt: 2, ids: first.ids });
  });

  test('onError is called once, with the very error that the caller gets', async ({ service }) => {
    service.script((response) => response.destroy());
    const { events, hooks, names } = recordingHooks();
    const error = await failureOf(createFullClient(service.url, { hooks }).messages.sendOne(message));
    expect(names()).toEqual(['beforeRequest', 'onError']);
    expect(events[1]?.[1]).toEqual({ operation: 'POST /message', request: events[0]?.[1], error });
    expect(events[1]?.[1]).toHaveProperty('error', error);
  });

  test('onError is called also for calls that were never sent', async () => {
    const { events, hooks } = recordingHooks();
    const client = createFullClient('https://api.messaging.test', { hooks });
    const error = await failureOf(client.batches.cancel('..'));
    expect(events).toEqual([
      ['onError', { operation: 'DELETE /batch/{batchUuid}', request: undefined, error }],
    ]);
  });

  test.for([
    ['throws', throwing(new Error(`lost ${ACCOUNT_KEY}`))],
    ['rejects', () => rejection(new Error(`lost ${ACCOUNT_KEY}`))],
  ] as const)('one that %s changes nothing, and is logged', async ([, hook], { service }) => {
    failTimes(service, 1);
    const { errors, logger } = recordingLogger();
    const hooks = { beforeRequest: hook, afterResponse: hook, beforeRetry: hook };
    const client = createFullClient(service.url, { hooks, logger });
    expect(await client.messages.sendOne(message)).toEqual(queued);
    const logged = errors();
    expect(logged).toContain('the hook afterResponse failed: lost [redacted]');
    expect(logged).toHaveLength(5);
  });
});

describe('logger', () => {
  test('attempts at debug, responses at info, retries at warn', async ({ service }) => {
    failTimes(service, 1);
    const { lines, logger } = recordingLogger();
    await createFullClient(service.url, { logger }).messages.sendOne(message);
    expect(lines.map(([level, , text]) => `${level} ${text.replace(/in \d+ ms$/, 'in … ms')}`)).toEqual([
      'debug POST /message: attempt 1',
      'info POST /message returned 429 in … ms',
      'warn POST /message returned 429: the response has no body; trying again in … ms',
      'debug POST /message: attempt 2',
      'info POST /message returned 200 in … ms',
    ]);
  });

  test('final failures at error, but calls that the caller aborted at info', async ({ service }) => {
    service.answer(404, '');
    const { lines, logger } = recordingLogger();
    const { batches } = createFullClient(service.url, { logger });
    const error = await failureOf(batches.cancel(BATCH_UUID));
    expect(lines.at(-1)).toEqual(['error', { error }, (error as Error).message]);
    await failureOf(batches.cancel(BATCH_UUID, { signal: AbortSignal.abort() }));
    expect(lines.at(-1)).toMatchObject(['info', {}, 'DELETE /batch/{batchUuid} was aborted']);
  });

  test('a logger that throws changes nothing', async ({ service }) => {
    failTimes(service, 1);
    const fail = throwing(new Error('disk full'));
    const logger = { debug: fail, info: fail, warn: fail, error: fail };
    expect(await createFullClient(service.url, { logger }).messages.sendOne(message)).toEqual(queued);
  });

  test('a logger that writes asynchronously delays nothing, and its failures are caught', async ({
    service,
  }) => {
    failTimes(service, 0);
    const never = async () => new Promise<never>(() => undefined);
    const fail = async () => Promise.reject(new Error('disk full'));
    for (const write of [never, fail]) {
      const logger = { debug: write, info: write, warn: write, error: write };
      expect(await createFullClient(service.url, { logger }).messages.sendOne(message)).toEqual(queued);
    }
  });
});

describe('operations that the service will change or remove', () => {
  const fields = {
    deprecation: '@1790000000',
    sunset: 'Sat, 31 Oct 2026 23:59:59 GMT',
    link: '<https://api.example.com/changes>; rel="deprecation"',
  };

  test('are reported once each, to the hook and the logger', async ({ service }) => {
    service.script((response, request) => {
      if (request.url.startsWith('/batch')) response.setHeaders(new Map(Object.entries(fields)));
      response.end(request.url.startsWith('/batch') ? '{"batches":[]}' : '{"accounts":[]}');
    });
    const { lines, logger } = recordingLogger();
    const onDeprecation = vi.fn();
    const client = createFullClient(service.url, { hooks: { onDeprecation }, logger });
    await client.batches.listPending();
    await client.batches.listPending();
    await client.accounts.list();
    expect(onDeprecation.mock.calls).toEqual([[{ operation: 'GET /batch', ...fields }]]);
    expect(lines.filter(([level]) => level === 'warn')).toEqual([
      ['warn', fields, `GET /batch is deprecated and ends on ${fields.sunset}`],
    ]);
  });

  test('the last 500 operations are remembered, because paths of client.request can contain identifiers', async () => {
    const onDeprecation = vi.fn();
    const transport = async () => ({ status: 200, headers: { deprecation: '@1790000000' }, text: '{}' });
    const client = createFullClient('https://api.messaging.test', { hooks: { onDeprecation }, transport });
    const call = (n: number) => client.request('GET', `/things/${n}`);
    for (let n = 0; n < 501; n++) await call(n);
    expect(onDeprecation).toHaveBeenCalledTimes(501);
    await call(1);
    expect(onDeprecation).toHaveBeenCalledTimes(501);
    await call(0);
    expect(onDeprecation).toHaveBeenCalledTimes(502);
  });

  test('are not reported again by clients that `with` makes, unless they have observers of their own', async ({
    service,
  }) => {
    service.script((response) => response.setHeaders(new Map(Object.entries(fields))).end('{"batches":[]}'));
    const [onDeprecation, ofTenant] = [vi.fn(), vi.fn()];
    const client = createFullClient(service.url, { hooks: { onDeprecation } });
    for (const accountKey of ['one', 'two']) await client.with({ accountKey }).batches.listPending();
    expect(onDeprecation).toHaveBeenCalledOnce();
    await client.with({ hooks: { onDeprecation: ofTenant } }).batches.listPending();
    expect(ofTenant).toHaveBeenCalledOnce();
  });

  test('are reported with one of the two header fields', async ({ service }) => {
    service.script((response) => response.setHeader('deprecation', 'true').end('{"batches":[]}'));
    const { lines, logger } = recordingLogger();
    await createFullClient(service.url, { logger }).batches.listPending();
    expect(lines.filter(([level]) => level === 'warn').map(([, , text]) => text)).toEqual([
      'GET /batch is deprecated',
    ]);
  });
});

describe('diagnostics_channel', () => {
  const heard: [name: string, event: unknown][] = [];
  const listeners = CHANNELS.map((name) => {
    const listener = (event: unknown) => heard.push([name, event]);
    return [channel(`messaging-service:sdk:${name}`), listener] as const;
  });
  afterEach(() => {
    for (const [one, listener] of listeners) one.unsubscribe(listener);
    heard.length = 0;
  });

  test('publishes the events of the hooks, also to subscribers that were added after the client', async ({
    service,
  }) => {
    failTimes(service, 1);
    const client = createFullClient(service.url);
    for (const [one, listener] of listeners) one.subscribe(listener);
    await client.messages.sendOne(message);
    await failureOf(client.batches.cancel('..'));
    expect(heard.map(([name]) => name)).toEqual([
      'request',
      'response',
      'retry',
      'request',
      'response',
      'error',
    ]);
    expect(heard[0]?.[1]).toMatchObject({ operation: 'POST /message', attempt: 1 });
    expect(inspect(heard, { depth: Infinity, showHidden: true })).not.toContain(ACCOUNT_KEY);
  });

  test('publishes the very events that hooks get, with the header fields that they added', async ({
    service,
  }) => {
    failTimes(service, 0);
    for (const [one, listener] of listeners) one.subscribe(listener);
    const { events, hooks } = recordingHooks();
    const beforeRequest = (event: RequestEvent) => {
      hooks.beforeRequest?.(event);
      event.headers.set('x-tenant', 'surgery-7');
    };
    await createFullClient(service.url, { hooks: { ...hooks, beforeRequest } }).messages.sendOne(message);
    expect(heard.map(([, event]) => event)).toEqual(events.map(([, event]) => event));
    for (const [at, [, event]] of events.entries()) expect(heard[at]?.[1]).toBe(event);
    expect(service.received[0]?.headers['x-tenant']).toBe('surgery-7');
  });

  test('publishes nothing without subscribers, because some runtimes copy all that is published', async ({
    service,
  }) => {
    failTimes(service, 0);
    const copied: unknown[] = [];
    // As in a Cloudflare Worker, which copies also what has no subscribers.
    const quiet = { hasSubscribers: false, publish: (event: unknown) => copied.push(event) };
    const spy = vi.spyOn(process, 'getBuiltinModule').mockReturnValue({ channel: () => quiet });
    const client = createFullClient(service.url);
    spy.mockRestore();
    expect(await client.messages.sendOne(message)).toEqual(queued);
    expect(copied).toEqual([]);
  });

  test('is searched for without an import, so that the client also runs in runtimes without it', async ({
    service,
  }) => {
    failTimes(service, 0);
    for (const [one, listener] of listeners) one.subscribe(listener);
    const spy = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    const client = createFullClient(service.url);
    spy.mockRestore();
    expect(await client.messages.sendOne(message)).toEqual(queued);
    expect(heard).toEqual([]);
  });
});
