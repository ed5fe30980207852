import { inspect } from 'node:util';
import { type Transport, TransportError, type TransportResponse } from '@messaging-service/sdk';
import { throwing } from '@messaging-service/test-support';
import { describe, expect, test, vi } from 'vitest';
import { BATCH_UUID, createFullClient, failureOf, message, queued } from './samples.ts';
import { ACCOUNT_KEY } from './scripted-service.ts';

const BASE_URL = 'https://api.messaging.test';
const accepted = { status: 200, headers: {}, text: JSON.stringify({ messages: [queued] }) };
const noBatches = { status: 200, headers: {}, text: '{"batches":[]}' };
const refusal = (seconds: number) => ({ status: 503, headers: { 'retry-after': `${seconds}` }, text: '' });

/** Fakes timers. Time stands still until a transport advances it. */
function fakeTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
}

describe('the option headers as a function', () => {
  test.for([
    ['throws', throwing(new Error(`no token for ${ACCOUNT_KEY}`))],
    ['rejects', async () => Promise.reject(new Error(`no token for ${ACCOUNT_KEY}`))],
  ] as const)('that %s: nothing is sent, at any attempt (KEY-1)', async ([, headers]) => {
    const transport = vi.fn(async () => accepted);
    const called = vi.fn(headers);
    const client = createFullClient(BASE_URL, { headers: called, transport, retry: { delay: 0 } });
    const error = await failureOf(client.messages.sendOne(message));
    expect(error).toMatchObject({
      name: 'ConnectionError',
      message: 'POST /message got no response: the headers option failed: no token for [redacted]',
      attempts: 0,
      maybeSent: false,
    });
    expect(transport).not.toHaveBeenCalled();
    expect(called).toHaveBeenCalledTimes(3);
  });

  test.for([
    ['no texts', { 'x-a': undefined }],
    ['an instance of Headers', new Headers({ 'x-a': '1' })],
  ])('that returns %s: nothing is sent', async ([, returned]) => {
    const transport = vi.fn(async () => accepted);
    const client = createFullClient(BASE_URL, { headers: () => returned as never, transport, retry: false });
    expect(await failureOf(client.messages.sendOne(message))).toMatchObject({
      name: 'ConnectionError',
      message:
        'POST /message got no response: the headers option failed: it must return an object of strings',
      maybeSent: false,
    });
    expect(transport).not.toHaveBeenCalled();
  });

  test('that returns a field that cannot be sent: the error names it, without its value', async () => {
    const transport = vi.fn(async () => accepted);
    const headers = async () => ({ authorization: 'Bearer 4711\n4712' });
    const client = createFullClient(BASE_URL, { headers, transport, retry: false });
    const error = await failureOf(client.messages.sendOne(message));
    expect(error).toMatchObject({ maybeSent: false });
    expect((error as Error).message).toContain(
      'the headers option failed: authorization must not contain U+000A',
    );
    expect(inspect(error, { depth: 9 })).not.toContain('4711');
    expect(transport).not.toHaveBeenCalled();
  });

  test('adds its fields to those that a hook adds', async () => {
    const transport = vi.fn(async (_: { readonly headers: object }) => noBatches);
    const client = createFullClient(BASE_URL, {
      headers: () => ({ 'X-Tenant': 'surgery-7' }),
      hooks: { beforeRequest: ({ headers }: { headers: Headers }) => headers.set('X-Trace', '1') },
      transport,
    });
    await client.batches.listPending();
    expect(transport.mock.calls[0]?.[0].headers).toMatchObject({
      accept: 'application/json',
      'x-tenant': 'surgery-7',
      'x-trace': '1',
    });
  });
});

describe('header fields for one call', () => {
  const record = () => vi.fn(async (_: { readonly headers: object }) => noBatches);

  test('are added to those of the client, which they replace in any case of their names', async () => {
    const transport = record();
    const client = createFullClient(BASE_URL, {
      headers: { 'x-tenant': 'none', 'X-TENANT': 'all', 'x-team': 'desk' },
      transport,
    });
    await client.batches.listPending({ headers: { 'x-tenant': 'surgery-7' } });
    await client.batches.listPending();
    expect(transport.mock.calls[0]?.[0].headers).toMatchObject({ 'x-tenant': 'surgery-7', 'x-team': 'desk' });
    expect(transport.mock.calls[1]?.[0].headers).toMatchObject({ 'x-tenant': 'all', 'x-team': 'desk' });
  });

  test('are those from the time of the call', async () => {
    const transport = record();
    const headers = { 'x-tenant': 'surgery-7' };
    const call = createFullClient(BASE_URL, { transport }).batches.listPending({ headers });
    headers['x-tenant'] = 'changed';
    await call;
    expect(transport.mock.calls[0]?.[0].headers).toMatchObject({ 'x-tenant': 'surgery-7' });
  });

  test.for([{ 'x-a': 'a\r\nb: c' }, { 'x-a': 'тест' }, { 'x a': '1' }])(
    'that no request can have are refused: %j',
    async (headers) => {
      const transport = vi.fn(async () => accepted);
      const client = createFullClient(BASE_URL, { transport });
      const name = 'RequestValidationError';
      expect(await failureOf(client.messages.sendOne(message, { headers }))).toMatchObject({ name });
      expect(() => client.with({ headers })).toThrow('Invalid client options: headers.x');
      expect(transport).not.toHaveBeenCalled();
    },
  );

  test.for(['\ttabbed\t', 'trailing line break\n', 'Grüße', ''])(
    'that requests can have are sent: %j',
    async (value) => {
      const transport = record();
      await createFullClient(BASE_URL, { transport }).batches.listPending({ headers: { 'x-a': value } });
      expect(transport.mock.calls[0]?.[0].headers).toMatchObject({ 'x-a': value.trim() });
    },
  );

  test.for([
    [{ 'x-a': 1 }],
    [{ 'x-a': undefined }],
    [new Headers({ 'x-a': '1' })],
    [new Map([['x-a', '1']])],
    [[['x-a', '1']]],
  ])('that are not an object with texts are refused: %o', async ([fields]) => {
    const headers = fields as never;
    const client = createFullClient(BASE_URL);
    expect(await failureOf(client.batches.listPending({ headers }))).toMatchObject({
      name: 'RequestValidationError',
      issues: [{ path: 'headers', message: 'must be an object of strings, such as { "x-tenant": "7" }' }],
    });
    expect(() => client.with({ headers })).toThrow(
      expect.objectContaining({
        name: 'ConfigurationError',
        issues: [{ path: 'headers', message: 'must be an object of strings, or a function' }],
      }) as Error,
    );
  });
});

test('a hook that takes longer than the timeout: it counts as an attempt, and nothing is sent', async () => {
  fakeTime();
  const transport = vi.fn(async () => accepted);
  const beforeRequest = vi.fn(async () => new Promise<void>(() => {}));
  const client = createFullClient(BASE_URL, { hooks: { beforeRequest }, transport, timeout: 1000 });
  const failures = Promise.all([
    failureOf(client.messages.sendOne(message, { retry: false })),
    failureOf(client.messages.sendOne(message, { retry: { attempts: 3, delay: 100 } })),
  ]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(beforeRequest).toHaveBeenCalledTimes(4);
  for (const error of await failures)
    expect(error).toMatchObject({ name: 'TimeoutError', attempts: 0, maybeSent: false });
  expect(transport).not.toHaveBeenCalled();
});

describe('a transport of the caller', () => {
  test.for<[what: string, response: unknown]>([
    ['nothing', undefined],
    ['a response without a text', { status: 200, headers: {} }],
    ['a response without a status', { headers: {}, text: '{}' }],
    ['a status that is a text', { status: '200', headers: {}, text: '{}' }],
  ])('that returns %s: the outcome is unknown', async ([, response]) => {
    const transport = vi.fn(async () => response as TransportResponse);
    const error = await failureOf(createFullClient(BASE_URL, { transport }).messages.sendOne(message));
    expect(error).toMatchObject({
      name: 'ConnectionError',
      message: 'POST /message got no response: the transport must return { status, headers, text }',
      attempts: 1,
      maybeSent: true,
    });
    expect(transport).toHaveBeenCalledTimes(1);
  });

  test('that returns no header fields: the response is read without them', async () => {
    const respond = (status: number) =>
      createFullClient(BASE_URL, {
        retry: false,
        transport: async () => ({ status, text: '{"batches":[]}' }) as TransportResponse,
      }).batches.listPending();
    expect(await respond(200)).toEqual({ batches: [] });
    expect(await failureOf(respond(500))).toMatchObject({ name: 'ServerError', headers: {} });
  });

  test('that returns header fields that are not texts: they are read as texts', async () => {
    const headers: unknown = { 'set-cookie': ['a=1', 'b=2'], 'retry-after': 3, etag: undefined };
    const respond = (status: number, fields = headers) =>
      createFullClient(BASE_URL, {
        retry: false,
        transport: async () => ({ status, headers: fields, text: '{"batches":[]}' }) as TransportResponse,
      }).batches.listPending();
    expect(await respond(200)).toEqual({ batches: [] });
    expect(await respond(200, null)).toEqual({ batches: [] });
    expect(await failureOf(respond(429))).toMatchObject({
      headers: { 'set-cookie': 'a=1,b=2', 'retry-after': '3' },
      retryAfterMs: 3000,
    });
  });

  test('gets no names of trace fields from a client without telemetry', async () => {
    const transport = vi.fn(async () => noBatches);
    await createFullClient(BASE_URL, { transport }).batches.listPending();
    expect(transport).toHaveBeenCalledWith(expect.not.objectContaining({ traceFields: expect.anything() }));
  });

  test('that keeps the white space of retry-after: the client ignores it', async () => {
    const delays: number[] = [];
    const spaced = { status: 503, headers: { 'retry-after': ' 0 ' }, text: '' };
    const client = createFullClient(BASE_URL, {
      hooks: { beforeRetry: ({ delayMs }: { delayMs: number }) => delays.push(delayMs) },
      transport: async () => (delays.length === 0 ? spaced : noBatches),
    });
    await client.batches.listPending();
    expect(delays).toEqual([0]);
  });

  test('that was stopped before it had a connection: nothing was sent, and the call is repeated', async () => {
    fakeTime();
    const connect: Transport = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new TransportError('aborted', { sent: 'no' })));
      });
    // Transports wrap each other: the rejection passes through a function for each layer.
    const transport = vi.fn<Transport>(async (request) => connect(request));
    const call = createFullClient(BASE_URL, { transport, timeout: 1000 }).messages.sendOne(message);
    const failure = failureOf(call);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await failure).toMatchObject({ name: 'TimeoutError', attempts: 3, maybeSent: false });
    expect(transport).toHaveBeenCalledTimes(3);
  });

  test('is not called when a hook has used up the time of the call', async () => {
    fakeTime();
    const transport = vi.fn(async () => accepted);
    const client = createFullClient(BASE_URL, {
      totalTimeout: 1000,
      hooks: {
        beforeRequest: async () => {
          vi.advanceTimersByTime(1000);
        },
      },
      transport,
    });
    const error = await failureOf(client.messages.sendOne(message));
    expect(error).toMatchObject({ name: 'TimeoutError', attempts: 0, maybeSent: false });
    expect(transport).not.toHaveBeenCalled();
  });
});

test('the time that is left of totalTimeout is reduced by the time of the attempts', async () => {
  fakeTime();
  const transport = vi.fn(async () => {
    vi.advanceTimersByTime(15_000);
    return refusal(10);
  });
  const client = createFullClient(BASE_URL, { timeout: 60_000, totalTimeout: 20_000, retry: {}, transport });
  expect(await failureOf(client.batches.listPending())).toMatchObject({ name: 'ServerError', attempts: 1 });
});

test('the duration in an event is that of one attempt, and that of a result covers all attempts', async () => {
  fakeTime();
  const durations: number[] = [];
  let calls = 0;
  const client = createFullClient(BASE_URL, {
    retry: { delay: 0 },
    hooks: { afterResponse: ({ durationMs }: { durationMs: number }) => durations.push(durationMs) },
    transport: async () => {
      vi.advanceTimersByTime(100);
      if (++calls === 2)
        return { status: 200, headers: {}, text: JSON.stringify({ identifier: BATCH_UUID }) };
      setImmediate(() => vi.advanceTimersByTime(0));
      return refusal(0);
    },
  });
  const { timing } = await client.batches.cancel(BATCH_UUID).withResponse();
  expect(durations).toEqual([100, 100]);
  expect(timing.durationMs).toBe(200);
});
