import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import {
  AbortError,
  ConnectionError,
  createMessagingClient,
  type Fetch,
  MessagingError,
  TimeoutError,
} from '@messaging-service/sdk';
import { createNodeTransport } from '@messaging-service/sdk/node';
import { freePort, throwing } from '@messaging-service/test-support';
import { describe, expect } from 'vitest';
import { createFullClient, failureOf, message, queued, rejection, samples } from './samples.ts';
import { ACCOUNT_KEY, BASE_URL, fakeTimeLimit, LIMIT, test } from './scripted-service.ts';

const send = samples['messages.send'].call;

/** A client that sends every request to the given function. */
function clientWith(fetch: Fetch) {
  return createMessagingClient({ baseUrl: BASE_URL, accountKey: ACCOUNT_KEY, fetch });
}

describe('no response: ConnectionError', () => {
  test('a refused connection certainly sent nothing', async () => {
    const error = await failureOf(send(createFullClient(`http://127.0.0.1:${await freePort()}`)));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ attempts: 3, maybeSent: false, ids: [expect.any(String)] });
    expect((error as Error).message).toMatch(
      /^POST \/message got no response: connect ECONNREFUSED 127\.0\.0\.1:/,
    );
    expect((error as Error).cause).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  test('an https address of an http server: the message is one line', async ({ service }) => {
    const error = await failureOf(send(createFullClient(service.url.replace('http:', 'https:'))));
    expect((error as Error).message).toMatch(/wrong version number[^\n]*$/);
  });

  test('a connection that all addresses of a host refuse certainly sent nothing', async () => {
    const error = await failureOf(send(createFullClient(`http://localhost:${await freePort()}`)));
    expect(error).toMatchObject({ name: 'ConnectionError', attempts: 3, maybeSent: false });
  });

  test.for([
    ['the global fetch', undefined],
    ['the transport for Node', createNodeTransport()],
  ] as const)(
    'a reserved host name, with %s: the error says how to reach an emulator',
    async ([, transport]) => {
      const client = createFullClient('http://api.messaging.test', { transport, retry: false });
      const error = await failureOf(send(client));
      expect(error).toMatchObject({ name: 'ConnectionError', maybeSent: false });
      expect((error as Error).message).toMatch(
        /getaddrinfo E\w+ api\.messaging\.test \(The host name api\.messaging\.test is reserved for tests\. .*emulator\.fetch.*MSW handlers.*baseUrl/,
      );
    },
  );

  test.for([
    ['https://api.example.com', 'getaddrinfo ENOTFOUND api.example.com', false],
    ['https://test.messages.com', 'getaddrinfo ENOTFOUND test.messages.com', false],
    ['https://api.messaging.test', 'connect ECONNREFUSED 127.0.0.1:443', false],
    ['https://api.messaging.test', 'the proxy p.test cannot be used: getaddrinfo ENOTFOUND p.test', false],
    ['https://api.messaging.test', 'client error (Connect): dns error: failed to lookup address', true],
    ['http://emulator.localhost:4010', 'getaddrinfo EAI_AGAIN emulator.localhost', true],
    ['https://api.example', 'getaddrinfo ENOTFOUND api.example', true],
    ['https://localhost:4010', 'getaddrinfo ENOTFOUND localhost', true],
    ['https://api.messaging.test./', 'getaddrinfo ENOTFOUND api.messaging.test.', true],
  ] as const)('%s, “%s”: an emulator is mentioned: %s', async ([baseUrl, words, isMentioned]) => {
    const client = createFullClient(baseUrl, { fetch: () => rejection(new Error(words)), retry: false });
    const { message } = (await failureOf(send(client))) as Error;
    expect(message.includes('emulator.fetch')).toBe(isMentioned);
  });
});

describe('a faulty fetch of the caller: ConnectionError, whatever it throws', () => {
  const hostile = new Proxy(new Error('x'), { get: throwing(new TypeError('no')) });
  test.for([
    ['an Error', () => rejection(new Error('lost')), 'lost'],
    ['a text', () => rejection('lost'), 'lost'],
    ['nothing', () => rejection(undefined), 'unknown failure'],
    ['null', () => rejection(null), 'unknown failure'],
    ['an object', () => rejection({ code: 'E_LOST' }), 'E_LOST'],
    ['an error that throws when it is read', () => rejection(hostile), 'no'],
    ['an error of its own making', () => rejection(new TimeoutError('too long', 1, 'timeout')), 'too long'],
    ['synchronously instead of by a promise', throwing(new Error('lost')), 'lost'],
    ['no response', async () => undefined as never, 'the fetch option did not return a Response'],
    [
      'something like a response',
      async () => ({ status: 200, headers: {}, text: () => '{}' }) as never,
      'the fetch option did not return a Response',
    ],
  ] as const)('%s', async ([, fetch, words]) => {
    const error = await failureOf(clientWith(fetch).messages.sendOne(message));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ attempts: 1, maybeSent: true });
    expect((error as Error).message).toContain(`POST /message got no response: ${words}`);
  });
});

describe('timeouts cover the whole response: TimeoutError', () => {
  test.for([
    ['no response', () => undefined],
    ['a response without a body', (response: { flushHeaders: () => void }) => response.flushHeaders()],
    ['a body that stalls', (response: { write: (text: string) => void }) => response.write('{"messages":[')],
  ] as const)('%s', async ([, script], { service }) => {
    const passLimit = fakeTimeLimit();
    service.script((response) => {
      script(response);
      setImmediate(passLimit);
    });
    const error = await failureOf(send(createFullClient(service.url, { timeout: LIMIT })));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ timeout: LIMIT, attempts: 1, maybeSent: true, ids: [expect.any(String)] });
    expect((error as Error).message).toBe(`POST /message took longer than ${LIMIT} ms`);
    expect(error).toMatchObject({ limit: 'timeout' });
    expect(service.received).toHaveLength(1);
  });

  test('a call may have its own timeout', async ({ service }) => {
    service.script(fakeTimeLimit());
    const error = await failureOf(createFullClient(service.url).batches.listPending({ timeout: LIMIT }));
    expect(error).toMatchObject({ name: 'TimeoutError', timeout: LIMIT });
  });

  test('a fetch that ignores its signal cannot delay the caller', async () => {
    const passLimit = fakeTimeLimit();
    const client = clientWith(() => {
      setImmediate(passLimit);
      return new Promise(() => undefined);
    });
    const error = await failureOf(client.messages.sendOne(message, { timeout: LIMIT }));
    expect(error).toMatchObject({ name: 'TimeoutError', attempts: 1, maybeSent: true });
  });
});

describe('the signal of the caller: AbortError', () => {
  test('aborted beforehand, nothing is sent', async ({ service }) => {
    const call = createFullClient(service.url).messages.sendOne(message, {
      signal: AbortSignal.abort('changed my mind'),
    });
    const error = await failureOf(call);
    expect(error).toBeInstanceOf(AbortError);
    expect(error).toMatchObject({ attempts: 0, maybeSent: false, cause: 'changed my mind' });
    expect(service.received).toEqual([]);
  });

  test('aborted in the same tick as the call, nothing is sent, not even by a fetch that ignores its signal', async () => {
    let calls = 0;
    const controller = new AbortController();
    const client = clientWith(async () => {
      calls += 1;
      return Response.json({ messages: [queued] });
    });
    const call = failureOf(client.messages.sendOne(message, { signal: controller.signal }));
    controller.abort();
    expect(await call).toMatchObject({ name: 'AbortError', attempts: 0, maybeSent: false });
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toBe(0);
  });

  test.for(['before the response', 'in the body'])('raised %s', async (when, { service }) => {
    const controller = new AbortController();
    const abort = () => controller.abort(new Error('closed'));
    service.script((response) => {
      if (when === 'in the body') response.write('{"messages":[');
      else abort();
    });
    const abortsWithResponse: Fetch = async (url, init) => {
      const response = await fetch(url, init);
      setImmediate(abort);
      return response;
    };
    const client = createFullClient(service.url, { fetch: abortsWithResponse });
    const error = await failureOf(client.messages.sendOne(message, { signal: controller.signal }));
    expect(error).toBeInstanceOf(AbortError);
    expect(error).toMatchObject({
      name: 'AbortError',
      attempts: 1,
      maybeSent: true,
      cause: { message: 'closed' },
    });
    expect((error as Error).message).toBe('POST /message was aborted');
    expect(service.received).toHaveLength(1);
  });

  test('a time limit of the caller is an AbortError, because the signal belongs to the caller', async ({
    service,
  }) => {
    service.script(() => undefined);
    const call = createFullClient(service.url).batches.listPending({ signal: AbortSignal.timeout(30) });
    expect(await failureOf(call)).toMatchObject({ name: 'AbortError', cause: { name: 'TimeoutError' } });
  });

  test.for([
    ['a text', `why: ${ACCOUNT_KEY}`, 'why: [redacted]'],
    ['an error', new TypeError(ACCOUNT_KEY), { name: 'TypeError', message: '[redacted]' }],
    ['an object', { url: [`?key=${ACCOUNT_KEY}`] }, { url: ['?key=[redacted]'] }],
    ['a number', 7, 7],
    ['nothing', null, null],
    ['a symbol', Symbol.iterator, Symbol.iterator],
    ['a symbol that is named after a key', Symbol(ACCOUNT_KEY), 'Symbol([redacted])'],
    ['a bigint in an object', { n: 1n }, { message: 'unknown failure' }],
    ['a request', new Request(`http://a.test/?key=${ACCOUNT_KEY}`), {}],
  ] as const)(
    'its reason is the cause, as a copy without keys: %s',
    async ([, reason, cause], { service }) => {
      const { batches } = createFullClient(service.url);
      const error = await failureOf(batches.listPending({ signal: AbortSignal.abort(reason) }));
      expect(error).toMatchObject({ name: 'AbortError', cause });
      expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain(ACCOUNT_KEY);
    },
  );

  test('no listener is left on it, however the calls ended', async ({ service }) => {
    const { signal } = new AbortController();
    const client = createFullClient(service.url);
    service.answer(200, { messages: [queued] });
    await client.messages.sendOne(message, { signal });
    service.answer(500, '');
    await failureOf(client.messages.sendOne(message, { signal }));
    await failureOf(client.batches.listPending({ signal }));
    service.script((response) => response.destroy());
    await failureOf(client.messages.sendOne(message, { signal }));
    service.script(fakeTimeLimit());
    await failureOf(client.messages.sendOne(message, { signal, timeout: LIMIT }));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

test('every failure is a MessagingError with its name, its attempts and maybeSent', async ({ service }) => {
  service.script((response) => response.destroy());
  const error = await failureOf(send(createFullClient(service.url)));
  expect(error).toBeInstanceOf(MessagingError);
  expect(String(error)).toMatch(/^ConnectionError: POST \/message got no response: /);
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'ConnectionError',
    message: (error as Error).message,
    attempts: 1,
    maybeSent: true,
    ids: [expect.any(String)],
  });
});
