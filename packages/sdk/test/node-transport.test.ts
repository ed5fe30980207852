import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { ConnectionError, ServerError, TimeoutError } from '@messaging-service/sdk';
import { createNodeFetch, type NodeFetch } from '@messaging-service/sdk/node';
import { describe, expect, onTestFinished } from 'vitest';
import {
  ACCOUNT_UUID,
  createFullClient,
  failureOf,
  message,
  operations,
  queued,
  samples,
} from './samples.ts';
import { test } from './scripted-service.ts';

function createTransport(): NodeFetch {
  const fetch = createNodeFetch();
  onTestFinished(() => fetch.close());
  return fetch;
}

/** A client on the transport. */
const createClient = (url: string, options: object = {}) =>
  createFullClient(url, { fetch: createTransport(), ...options });

describe('issue 4, Everywhere: the transport for Node', () => {
  test.for(operations)('carries %s as the global fetch does', async ({ call, answer }, { service }) => {
    service.answer(200, answer, { 'x-request-id': 'r-1' });
    const viaFetch = await call(createFullClient(service.url)).withResponse();
    const viaNode = await call(createClient(service.url)).withResponse();
    expect(viaNode.data).toEqual(viaFetch.data);
    expect(viaNode.requestId).toBe('r-1');
    const [first, second] = service.received.map(({ method, path, query, body }) => {
      const text = JSON.stringify(body ?? null).replace(/"(id|uuid)":"[^"]+"/g, '"$1"');
      return { method, path, query, text };
    });
    expect(second).toEqual(first);
    expect(service.received[1]?.headers['content-type']).toBe(service.received[0]?.headers['content-type']);
  });

  test('keeps connections', async ({ service }) => {
    const ports = new Set<number | undefined>();
    service.script((response, { socket }) => {
      ports.add(socket.remotePort);
      response.end(JSON.stringify(samples['batches.listPending'].answer));
    });
    const { batches } = createClient(service.url);
    for (let i = 0; i < 5; i++) await batches.listPending();
    expect(ports.size).toBe(1);
  });

  test('texts of every alphabet arrive whole, however the answer is cut', async ({ service }) => {
    const body = 'Grüße 🎉 中文';
    service.script((response) => {
      const bytes = Buffer.from(JSON.stringify({ messages: [{ ...queued, body }] }));
      response.writeHead(200);
      for (const byte of bytes) response.write(Buffer.of(byte));
      response.end();
    });
    const answer = await createClient(service.url).messages.sendOne({ ...message, body });
    expect(answer.body).toBe(body);
    expect(service.received[0]?.body).toMatchObject({ messages: [{ body }] });
  });

  test('takes any Request', async ({ service }) => {
    service.answer(200, 'ok');
    const fetch = createTransport();
    const response = await fetch(
      new Request(`${service.url}/a?b=1`, { method: 'POST', body: JSON.stringify({ a: 'ü' }) }),
    );
    expect(await response.text()).toBe('ok');
    expect(service.received[0]).toMatchObject({ method: 'POST', path: '/a', body: { a: 'ü' } });
  });

  test.for([204, 304, 502])('an answer with status %d', async (status, { service }) => {
    service.script((response) => response.writeHead(status).end(status < 400 ? undefined : '<html>'));
    const fetch = createTransport();
    const response = await fetch(new Request(service.url));
    expect([response.status, await response.text()]).toEqual([status, status < 400 ? '' : '<html>']);
  });

  test.for([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', Buffer.from],
  ] as const)(
    'asks for no compression, and reads an answer in %s all the same',
    async ([encoding, compress], { service }) => {
      const answer = compress(Buffer.from(JSON.stringify(samples['batches.listPending'].answer)));
      service.script((response) => response.writeHead(200, { 'content-encoding': encoding }).end(answer));
      expect(await createClient(service.url).batches.listPending()).toEqual(
        samples['batches.listPending'].answer,
      );
      expect(service.received[0]?.headers['accept-encoding']).toBe('identity');
    },
  );

  test('an answer without a body may say that it is compressed', async ({ service }) => {
    service.script((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end());
    const topUp = { accountUuid: ACCOUNT_UUID, topup: 1 };
    expect(await createClient(service.url).accounts.topUp(topUp)).toEqual({});
  });

  test('redirects are not followed', async ({ service }) => {
    service.answer(307, 'elsewhere', { location: '/elsewhere' });
    const error = await failureOf(createClient(service.url).batches.listPending({ retry: false }));
    expect(error).toMatchObject({ name: 'UnexpectedResponseError', status: 307 });
    expect(service.received).toHaveLength(1);
  });
});

describe('issue 4, Never a silent duplicate: failures of the transport for Node', () => {
  test('a refused connection provably sent nothing', async () => {
    const error = await failureOf(createClient('http://127.0.0.1:1').messages.sendOne(message));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ attempts: 3, maybeSent: false, cause: { code: 'ECONNREFUSED' } });
  });

  test('a reset: one request, and it may have been carried out', async ({ service }) => {
    service.script((response) => response.destroy());
    const error = await failureOf(createClient(service.url).messages.sendOne(message));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ attempts: 1, maybeSent: true });
    expect(service.received).toHaveLength(1);
  });

  test('a connection lost in the middle of the body', async ({ service }) => {
    service.script((response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('{"messages":', () => response.destroy());
    });
    const error = await failureOf(createClient(service.url).messages.sendOne(message));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ attempts: 1, maybeSent: true });
    expect(service.received).toHaveLength(1);
  });

  test.for(['answer', 'body'])(
    'a stalled %s: one request, and the connection is given up',
    async (part, { service }) => {
      const closed = Promise.withResolvers<string>();
      service.script((response) => {
        response.on('close', () => closed.resolve('closed'));
        if (part === 'body') response.writeHead(200).write('{');
      });
      const error = await failureOf(createClient(service.url, { timeout: 1000 }).messages.sendOne(message));
      expect(error).toBeInstanceOf(TimeoutError);
      expect(error).toMatchObject({ attempts: 1, maybeSent: true });
      expect(await closed.promise).toBe('closed');
      expect(service.received).toHaveLength(1);
    },
  );

  test.for<[string, (response: ServerResponse) => void]>([
    ['a status that no response can have', (response) => response.writeHead(999).end('{}')],
    [
      'a body that is not compressed as its header says',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('{}'),
    ],
  ])('%s ends the call, not the process', async ([, script], { service }) => {
    service.script(script);
    const error = await failureOf(createClient(service.url).messages.sendOne(message));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ attempts: 1, maybeSent: true });
    expect(service.received).toHaveLength(1);
  });

  test('a 503 is tried again', async ({ service }) => {
    service.answer(503, '<html>');
    const error = await failureOf(createClient(service.url).messages.sendOne(message));
    expect(error).toBeInstanceOf(ServerError);
    expect(service.received).toHaveLength(3);
  });

  test('no listener is left on a signal', async ({ service }) => {
    service.answer(200, { messages: [queued] });
    const { signal } = new AbortController();
    const fetch = createTransport();
    const request = new Request(service.url, { signal });
    await fetch(request);
    await createFullClient(service.url, { fetch }).messages.sendOne(message, { signal });
    expect(getEventListeners(request.signal, 'abort')).toEqual([]);
  });
});

describe('issue 4, Bad input: options of the transport for Node', () => {
  test.for([
    [{ maxSockets: 0 }, 'maxSockets'],
    [{ maxSockets: 1.5 }, 'maxSockets'],
    [{ maxSockets: '5' }, 'maxSockets'],
    [{ idleTimeout: -1 }, 'idleTimeout'],
    [{ idleTimeout: '5' }, 'idleTimeout'],
    [{ idleTimeout: 2 ** 31 }, 'idleTimeout'],
    [{ idleTimeout: Number.NaN }, 'idleTimeout'],
    [{ maxSocket: 5 }, 'maxSocket'],
    [null, 'it'],
    [5, 'it'],
  ] as const)('%o is refused at once', ([options, path]) => {
    const create = () => createNodeFetch(options as object);
    expect(create).toThrow(new RegExp(`^The transport cannot be made: ${path} `));
  });
});
