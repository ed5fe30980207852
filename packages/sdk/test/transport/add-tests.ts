import { createServer as createTlsServer } from 'node:tls';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { createMessagingClient, type Transport, type TransportRequest } from '@messaging-service/sdk';
import { isTransportError, MAX_BODY_BYTES } from '@messaging-service/sdk/core';
import { freePort } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import { failureOf as clientFailureOf, message } from '../samples.ts';
import { ACCOUNT_KEY } from '../scripted-service.ts';
import { createCertificates, withoutCertificates } from './certificates.ts';
import { type Respond, response, serve, silentPort } from './servers.ts';

/** The features that a transport lacks. A test that needs one is skipped, with the reason. */
type Flag =
  /** Detects whether an aborted request waits for its connection. */
  | 'knowsConnecting'
  /** Returns a status beyond 599. */
  | 'oddStatuses'
  /** Ends when the service changes the protocol without having been asked to. */
  | 'unaskedUpgrade'
  /** Returns the status 407 like any other. */
  | 'proxyStatus'
  /** Reads every encoding of HTTP, in every spelling. */
  | 'allEncodings'
  /** Fails when an encoded body is cut short, instead of returning its first part. */
  | 'checksEncodings';

/** Reasons of the gaps. */
export type Gaps = Readonly<Partial<Record<Flag, string>>>;

const request = (url: string, more: Partial<TransportRequest> = {}): TransportRequest => ({
  method: 'POST',
  url: `${url}/message?key=secret-key`,
  headers: { 'content-type': 'application/json' },
  body: '{"text":"Grüße"}',
  signal: new AbortController().signal,
  ...more,
});

/** How a transport failed. */
async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    (value) => expect.fail(`it succeeded: ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (!isTransportError(error)) throw error;
  return { sent: error.sent, message: error.message };
}

/** Registers the tests of every transport. */
export function addTests(name: string, createTransport: () => Transport, gaps: Gaps = {}): void {
  describe(name, () => {
    const send = createTransport();
    const unless = (flag: Flag, skip: (reason: string) => void) => {
      const reason = gaps[flag];
      if (reason !== undefined) skip(reason);
    };
    const respond =
      (bytes: Buffer | string): Respond =>
      (socket) =>
        socket.write(bytes);

    describe('requests and responses', () => {
      test('sends the method, the query, the header fields and the body', async () => {
        await using server = await serve(respond(response('{}')));
        await send(request(server.url, { headers: { 'content-type': 'application/json', 'x-one': '1' } }));
        const [head = '', body = ''] = (server.received[0] ?? '').split('\r\n\r\n');
        expect(head).toMatch(/^POST \/message\?key=secret-key HTTP\/1\.1\r\n/);
        expect(head.toLowerCase()).toContain('\r\nx-one: 1');
        expect(head.toLowerCase()).toContain(`\r\nhost: 127.0.0.1:${server.port}`);
        expect(Buffer.from(body, 'latin1').toString()).toBe('{"text":"Grüße"}');
      });

      test.for(['GET', 'DELETE', 'POST', 'PUT'])('%s without a body ends after its head', async (method) => {
        await using server = await serve(respond(response('{}')));
        expect(await send(request(server.url, { method, body: undefined, headers: {} }))).toMatchObject({
          status: 200,
          text: '{}',
        });
        expect(server.received[0]).toMatch(new RegExp(`^${method} `));
        expect(server.received[0]).not.toMatch(/transfer-encoding/i);
      });

      test.for([
        ['204', 'HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
        ['304', 'HTTP/1.1 304 Not Modified\r\n\r\n', 304, ''],
        ['a redirect, which is not followed', response('', 'location: /elsewhere\r\n', '302 Found'), 302, ''],
        ['an error', response('{"error":1}', '', '500 Oops'), 500, '{"error":1}'],
        [
          'a hint before the response',
          `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${response('late').toString()}`,
          200,
          'late',
        ],
        [
          'chunks',
          'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n',
          200,
          'abcd',
        ],
        ['UTF-8 with a mark', response('\ufeff{"a":"ü"}'), 200, '{"a":"ü"}'],
      ] as const)('reads %s', async ([, bytes, status, text]) => {
        await using server = await serve(respond(bytes));
        expect(await send(request(server.url))).toMatchObject({ status, text });
      });

      test('reads a body that ends with the connection', async () => {
        await using server = await serve((socket) =>
          socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nrest'),
        );
        expect(await send(request(server.url))).toMatchObject({ status: 200, text: 'rest' });
      });

      test('reads the status 999', async ({ skip }) => {
        unless('oddStatuses', skip);
        await using server = await serve(respond(response('no', '', '999 Denied')));
        expect(await send(request(server.url))).toMatchObject({ status: 999, text: 'no' });
      });

      test('joins repeated header fields, under names in lower case', async () => {
        await using server = await serve(respond(response('{}', 'X-A: 1\r\nx-a: 2\r\nRetry-After: 3\r\n')));
        const { headers } = await send(request(server.url));
        expect(headers).toMatchObject({ 'x-a': '1, 2', 'retry-after': '3' });
      });
    });

    describe('encodings', () => {
      const text = '{"messages":[]}';
      test.for([
        ['gzip', gzipSync(text)],
        ['deflate', deflateSync(text)],
        ['br', brotliCompressSync(text)],
        ['identity', text],
        ['', text],
        ['GZIP', gzipSync(text)],
        ['x-gzip', gzipSync(text)],
        // Not encodings, but what some servers write there.
        ['utf-8', text],
        ['none', text],
      ] as const)('reads %s', async ([encoding, body]) => {
        await using server = await serve(respond(response(body, `content-encoding: ${encoding}\r\n`)));
        expect((await send(request(server.url))).text).toBe(text);
      });

      test.for([
        ['deflate', deflateRawSync(text)],
        ['gzip, br', brotliCompressSync(gzipSync(text))],
        ['identity,gzip', gzipSync(text)],
        ['Br ,  X-Gzip,identity', gzipSync(brotliCompressSync(text))],
        ['zstd', zstdCompressSync(text)],
        ['deflate, zstd', zstdCompressSync(deflateRawSync(text))],
      ] as const)('reads %s, which not every runtime knows', async ([encoding, body], { skip }) => {
        unless('allEncodings', skip);
        await using server = await serve(respond(response(body, `content-encoding: ${encoding}\r\n`)));
        expect((await send(request(server.url))).text).toBe(text);
      });

      test('reads encodings in several header fields', async ({ skip }) => {
        unless('allEncodings', skip);
        const fields = 'content-encoding: gzip\r\ncontent-encoding: br\r\n';
        await using server = await serve(respond(response(brotliCompressSync(gzipSync(text)), fields)));
        expect((await send(request(server.url))).text).toBe(text);
      });

      test('a body in an encoding that nobody knows is a lost response', async ({ skip }) => {
        unless('checksEncodings', skip);
        await using server = await serve(respond(response(gzipSync(text), 'content-encoding: lzma\r\n')));
        expect(await failureOf(send(request(server.url)))).toMatchObject({
          sent: 'maybe',
          message: expect.stringContaining('cannot decode the content encoding lzma') as string,
        });
      });

      test('a body without the encoding that it announces is a lost response', async () => {
        await using server = await serve(respond(response(text, 'content-encoding: gzip\r\n')));
        expect(await failureOf(send(request(server.url)))).toMatchObject({ sent: 'maybe' });
      });

      test('an encoded body that is cut short is a lost response', async ({ skip }) => {
        unless('checksEncodings', skip);
        const body = gzipSync(text).subarray(0, -6);
        await using server = await serve(respond(response(body, 'content-encoding: gzip\r\n')));
        expect(await failureOf(send(request(server.url)))).toMatchObject({ sent: 'maybe' });
      });
    });

    describe('failures that prove that nothing was sent', () => {
      test('a refused connection', async () => {
        const url = `http://127.0.0.1:${await freePort()}`;
        expect(await failureOf(send(request(url)))).toMatchObject({ sent: 'no' });
      });

      test('a host that does not exist', async () => {
        expect(await failureOf(send(request('http://host.invalid')))).toMatchObject({
          sent: 'no',
        });
      });

      test.for([
        ['a certificate of an unknown authority', 'server'],
        ['a certificate for another host', 'elsewhere'],
      ] as const)('%s', async ([, who], { skip }) => {
        if (withoutCertificates !== undefined) skip(withoutCertificates);
        const { cert, key } = createCertificates()[who];
        await using server = await serve(respond(response('{}')), createTlsServer({ cert, key }));
        expect(await failureOf(send(request(server.url)))).toMatchObject({ sent: 'no' });
        const client = createMessagingClient({
          baseUrl: server.url,
          accountKey: ACCOUNT_KEY,
          transport: send,
          retry: { delay: 0 },
        });
        for (const call of [() => client.messages.sendOne(message), () => client.batches.listPending()])
          expect(await clientFailureOf(call())).toMatchObject({
            name: 'ConnectionError',
            attempts: 1,
            maybeSent: false,
          });
        expect(server.received).toEqual([]);
      });

      test('a TLS handshake that the other side closes', async () => {
        const closing = (await import('node:net')).createServer((socket) => {
          socket.once('data', () => socket.destroy());
        });
        await using server = await serve(() => undefined, closing);
        const failure = await failureOf(send(request(`https://127.0.0.1:${server.port}`)));
        expect(failure).toMatchObject({ sent: 'no' });
      });

      test('a port that speaks plain HTTP', async () => {
        const plain = (await import('node:net')).createServer((socket) => {
          socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
        });
        await using server = await serve(() => undefined, plain);
        const failure = await failureOf(send(request(`https://127.0.0.1:${server.port}`)));
        expect(failure).toMatchObject({ sent: 'no' });
      });

      test('an invalid URL', async () => {
        expect(await failureOf(send(request('', { url: 'not a url' })))).toMatchObject({ sent: 'no' });
      });

      test('a signal that was aborted before', async () => {
        await using server = await serve(respond(response('{}')));
        expect(await failureOf(send(request(server.url, { signal: AbortSignal.abort() })))).toMatchObject({
          sent: 'no',
        });
        expect(server.connections()).toBe(0);
      });

      test('an abort while the other side does not accept the connection', async ({ skip }) => {
        unless('knowsConnecting', skip);
        await using silent = await silentPort();
        const controller = new AbortController();
        const { signal } = controller;
        const call = failureOf(send(request(`http://127.0.0.1:${silent.port}`, { signal })));
        // After a few turns of the event loop, the connection has been requested.
        for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
        controller.abort();
        const failure = await call;
        expect(failure).toMatchObject({ sent: 'no' });
      });

      test('an abort during the TLS handshake', async ({ skip }) => {
        unless('knowsConnecting', skip);
        const controller = new AbortController();
        const stalling = (await import('node:net')).createServer((socket) => {
          socket.once('data', () => controller.abort());
        });
        await using server = await serve(() => undefined, stalling);
        const call = send(request(`https://127.0.0.1:${server.port}`, { signal: controller.signal }));
        expect(await failureOf(call)).toMatchObject({ sent: 'no' });
      });
    });

    describe('failures after which the request may have arrived', () => {
      test.for([
        ['the connection is closed', (socket) => socket.end()],
        ['the connection is reset', (socket) => socket.resetAndDestroy()],
        ['the response is not HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')],
        [
          'the body ends too early',
          (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{'),
        ],
        [
          'a chunk is not valid',
          (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
        ],
      ] satisfies readonly (readonly [string, Respond])[])('%s', async ([, script]) => {
        await using server = await serve(script);
        expect(await failureOf(send(request(server.url)))).toMatchObject({ sent: 'maybe' });
        expect(server.received).toHaveLength(1);
      });

      test('the service changes the protocol without having been asked to', async ({ skip }) => {
        unless('unaskedUpgrade', skip);
        await using server = await serve(
          respond('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'),
        );
        expect(await failureOf(send(request(server.url)))).toMatchObject({ sent: 'maybe' });
      });

      test.for([
        ['before the response', ''],
        ['within the body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{'],
      ])('it is aborted %s', async ([, bytes]) => {
        const controller = new AbortController();
        // After a whole turn of the event loop, the client has read what was written.
        const abort = () => setImmediate(() => setImmediate(() => controller.abort()));
        await using server = await serve((socket) => {
          socket.write(bytes || '', abort);
        });
        const call = send(request(server.url, { signal: controller.signal }));
        expect(await failureOf(call)).toMatchObject({ sent: 'maybe' });
      });
    });

    test('a status 407 is a response, because no proxy is set', async ({ skip }) => {
      unless('proxyStatus', skip);
      await using server = await serve(respond(response('no', '', '407 Proxy Authentication Required')));
      expect(await send(request(server.url))).toMatchObject({ status: 407, text: 'no' });
    });

    describe('a response that does not end', () => {
      const head = 'HTTP/1.1 200 OK\r\n';
      /** The client's error, when the server has noticed that the connection is closed. */
      const errorAfter = async (script: Respond, timeout: number) => {
        const closed = Promise.withResolvers<void>();
        await using server = await serve((socket, ...rest) => {
          socket.on('close', () => closed.resolve());
          script(socket, ...rest);
        });
        const { messages } = createMessagingClient({
          baseUrl: server.url,
          accountKey: ACCOUNT_KEY,
          transport: send,
          retry: false,
        });
        const error = await clientFailureOf(messages.sendOne(message, { timeout }));
        await closed.promise;
        return error;
      };

      test.concurrent.for([
        ['stops within its length', 'content-length: 1000\r\n\r\n{', undefined],
        ['comes byte by byte', 'content-length: 1000000\r\n\r\n{', ' '],
        ['stops within a chunk', 'transfer-encoding: chunked\r\n\r\n4\r\n{', undefined],
        ['comes chunk by chunk', 'transfer-encoding: chunked\r\n\r\n1\r\n{\r\n', '1\r\n \r\n'],
        ['stops before its encoding begins', 'content-encoding: gzip\r\n\r\n', undefined],
      ] as const)('and %s: the timeout of the call closes the connection', async ([, start, more]) => {
        const error = await errorAfter((socket) => {
          socket.write(`${head}${start}`);
          if (more === undefined) return;
          const interval = setInterval(() => socket.write(more), 5);
          socket.on('close', () => clearInterval(interval));
        }, 1000);
        expect(error).toMatchObject({ name: 'TimeoutError', limit: 'timeout', attempts: 1, maybeSent: true });
      });

      test('and is larger than 64 MiB: the call fails, and the connection is closed', async () => {
        const chunk = Buffer.alloc(1024 * 1024, ' ');
        const error = await errorAfter((socket) => {
          socket.write(`${head}\r\n`);
          const fill = () => {
            while (socket.writable && socket.write(chunk));
          };
          socket.on('drain', fill);
          fill();
        }, 60_000);
        expect(error).toMatchObject({
          name: 'ConnectionError',
          message: 'POST /message got no response: the response is larger than 64 MiB',
          attempts: 1,
          maybeSent: true,
        });
      });
    });

    test.for([
      ['encoded', `content-encoding: gzip\r\n`, gzipSync(Buffer.alloc(MAX_BODY_BYTES + 1))],
      ['plain', '', Buffer.alloc(MAX_BODY_BYTES + 1)],
    ] as const)('a body of more than 64 MiB is refused: %s', async ([, fields, body]) => {
      await using server = await serve(respond(response(body, fields)));
      expect(await failureOf(send(request(server.url)))).toEqual({
        sent: 'maybe',
        message: 'the response is larger than 64 MiB',
      });
    });
  });
}
