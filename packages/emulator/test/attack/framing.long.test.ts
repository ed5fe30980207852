import { gzipSync } from 'node:zlib';
import { messageRequest } from '@messaging-service/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';
import { gather, open, requestBytes, sendRaw } from './raw-socket.ts';
import { sharedServer, storedBodies } from './server-process.ts';

const server = sharedServer();

/** A body that queues one message with a given text. */
const body = (text: string) => JSON.stringify(messageRequest({ body: text }));

const MIB = 1024 * 1024;

describe('clients that never finish a request do not delay other callers', () => {
  test.each([
    ['never sends a byte', ''],
    ['stops within its headers', 'GET /batch HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    ['stops within its body', 'POST /message HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{'],
    [
      'stops within a chunk',
      'POST /message HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{',
    ],
  ])('200 connections of a client that %s', async (_, bytes) => {
    const sockets = await Promise.all(Array.from({ length: 200 }, () => open(server().port)));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (const socket of sockets) if (bytes !== '') socket.write(bytes);
    expect(await server().isAlive()).toBe(true);
    expect((await server().api('POST /message', messageRequest())).status).toBe(200);
    expect(await storedBodies(server())).toHaveLength(1);
  });

  test('a client that closes its half of the connection before its body is whole queues nothing', async () => {
    const socket = await open(server().port);
    const whole = requestBytes(`POST /message?key=${server().accountKey}`, [], body('cut off'));
    socket.end(whole.slice(0, -5));
    const { statuses } = await gather(socket);
    expect(statuses.filter((status) => status < 400)).toEqual([]);
    expect(await storedBodies(server())).toEqual([]);
  });

  test('clients that reset the connection in the middle of a request do not affect the server', async () => {
    const whole = requestBytes(`POST /message?key=${server().accountKey}`, [], body('reset'));
    for (let length = 1; length < whole.length; length += 7) {
      const socket = await open(server().port);
      socket.write(whole.slice(0, length));
      socket.resetAndDestroy();
    }
    expect(await server().isAlive()).toBe(true);
    expect(await storedBodies(server())).toEqual([]);
  });
});

describe('requests that follow each other on one connection', () => {
  test('500 pipelined requests get 500 responses in order', async () => {
    const socket = await open(server().port);
    const one = `GET /batch?key=${server().accountKey} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const missing = `GET /batch HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const last = requestBytes('GET /nowhere');
    socket.write((one + missing).repeat(250) + last);
    const { statuses } = await gather(socket, 20_000);
    expect(statuses).toEqual([...Array.from({ length: 250 }, () => [200, 400]).flat(), 404]);
  });

  test('a client that pipelines 5,000 requests and reads no response does not delay other callers', async () => {
    const socket = await open(server().port);
    onTestFinished(() => {
      socket.destroy();
    });
    socket.pause();
    socket.write('GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(5_000));
    expect(await server().isAlive()).toBe(true);
  });
});

describe('a request whose length can be read in two ways is refused, and nothing in it runs', () => {
  /** A second request at a place where one reader sees a body and another a request. */
  const hidden = () => requestBytes(`POST /message?key=${server().accountKey}`, [], body('smuggled'));

  const shapes: readonly (readonly [name: string, headers: string, before: string])[] = [
    ['two different Content-Lengths', 'Content-Length: 0\r\nContent-Length: 5\r\n', ''],
    ['a Content-Length that is a list', 'Content-Length: 0, 5\r\n', ''],
    ['a Content-Length beside chunks', 'Content-Length: 6\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
    ['chunks beside a Content-Length', 'Transfer-Encoding: chunked\r\nContent-Length: 6\r\n', '0\r\n\r\n'],
    ['a Transfer-Encoding that only ends like one', 'Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'],
    ['chunks that are not the last encoding', 'Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'],
    ['a space before the colon', 'Content-Length : 5\r\n', ''],
    ['a negative Content-Length', 'Content-Length: -1\r\n', ''],
    ['a Content-Length with a plus', 'Content-Length: +5\r\n', ''],
    ['a hexadecimal Content-Length', 'Content-Length: 0x5\r\n', ''],
    ['a Content-Length beyond all numbers', 'Content-Length: 99999999999999999999999\r\n', ''],
    ['a header continued on the next line', 'Content-Length:\r\n 5\r\n', ''],
    ['a header line that ends in a bare LF', 'X: 1\nContent-Length: 5\r\n', ''],
    ['a header line with a bare CR', 'X: 1\rContent-Length: 5\r\n', ''],
    ['a header with a NUL', 'X: a\u0000b\r\nContent-Length: 5\r\n', ''],
    ['a chunk size that is not hexadecimal', 'Transfer-Encoding: chunked\r\n', 'zz\r\n'],
    ['a chunk size beyond all numbers', 'Transfer-Encoding: chunked\r\n', 'fffffffffffffffff\r\n'],
    ['a chunk that is longer than it says', 'Transfer-Encoding: chunked\r\n', '1\r\nab\r\n0\r\n\r\n'],
  ];

  test.each(shapes)('%s', async (_, headers, before) => {
    const bytes = `POST /message?key=${server().accountKey} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n${before}${hidden()}`;
    const { statuses, ended } = await sendRaw(server().port, bytes);
    expect(ended).toBe(true);
    expect(statuses).toEqual([400]);
    expect(await storedBodies(server())).toEqual([]);
    expect(await server().isAlive()).toBe(true);
  });

  test('lines that end in bare LFs are not a request', async () => {
    const bytes = `GET /batch?key=${server().accountKey} HTTP/1.1\nHost: localhost\nConnection: close\n\n`;
    expect((await sendRaw(server().port, bytes)).statuses).toEqual([400]);
  });
});

describe('requests that are too large or have too many parts are refused', () => {
  test.each([
    ['one header of 1 MiB', [`X-Large: ${'x'.repeat(MIB)}`]],
    ['10,000 headers', Array.from({ length: 10_000 }, (_, index) => `X-${index}: 1`)],
    ['a Host of 1 MiB', [`X: 1`], 'h'.repeat(MIB)],
  ])('%s', async (_, headers, host = 'localhost') => {
    const { statuses } = await sendRaw(server().port, requestBytes('GET /batch', [...headers], '', host));
    // The server may close before the client has written all of it; then the client sees a reset and no response.
    expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([]);
    expect(await server().isAlive()).toBe(true);
  });

  test('a target of 1 MiB', async () => {
    const { statuses } = await sendRaw(server().port, requestBytes(`GET /${'a'.repeat(MIB)}`));
    expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([]);
    expect(await server().isAlive()).toBe(true);
  });

  test('a body that announces 10 GiB is refused before it is sent', async () => {
    const announced = `POST /message?key=${server().accountKey} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${10 * 1024 * MIB}\r\n\r\n`;
    const socket = await open(server().port);
    // A server that refuses by what it has read needs more than the limit.
    socket.write(announced);
    for (let sent = 0; sent < 11 && !socket.destroyed; sent++) socket.write(Buffer.alloc(MIB, 0x20));
    const { statuses } = await gather(socket);
    expect(statuses.filter((status) => status !== 413)).toEqual([]);
    expect(await server().isAlive()).toBe(true);
  });

  test('chunks without end are refused once they exceed the limit', async () => {
    const head = `POST /message?key=${server().accountKey} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MIB, 0x20), Buffer.from('\r\n')]);
    const socket = await open(server().port);
    socket.write(head);
    for (let sent = 0; sent < 12 && !socket.destroyed; sent++) socket.write(chunk);
    const { statuses, ended } = await gather(socket);
    expect(ended).toBe(true);
    expect(statuses.filter((status) => status !== 413)).toEqual([]);
    expect(await server().isAlive()).toBe(true);
  });

  test('a compressed body is not unpacked: 10 KB that would be 10 MB are refused without unpacking', async () => {
    const packed = gzipSync(JSON.stringify(messageRequest({ body: 'x'.repeat(10 * MIB) })));
    const response = await fetch(`${server().url}/message?key=${server().accountKey}`, {
      method: 'POST',
      headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
      body: packed,
    });
    expect([400, 415]).toContain(response.status);
    await response.text();
    expect(await storedBodies(server())).toEqual([]);
  });

  test('a body that is not UTF-8 is refused and not repaired', async () => {
    const bytes = Buffer.from(body('caf\u00e9'), 'latin1');
    const response = await fetch(`${server().url}/message?key=${server().accountKey}`, {
      method: 'POST',
      body: bytes,
    });
    expect(response.status).toBe(400);
    await response.text();
    expect(await storedBodies(server())).toEqual([]);
  });
});

describe('unusual targets and methods', () => {
  test('an absolute target is the same as its path', async () => {
    const target = `http://localhost:${server().port}/batch?key=${server().accountKey}`;
    expect((await sendRaw(server().port, requestBytes(`GET ${target}`))).statuses).toEqual([200]);
    const health = `http://localhost:${server().port}/_emulator/health`;
    expect((await sendRaw(server().port, requestBytes(`GET ${health}`))).statuses).toEqual([200]);
  });

  test.each([
    ['GET *'],
    ['OPTIONS *'],
    ['CONNECT 127.0.0.1:80'],
    ['TRACE /batch'],
    ['GET //batch'],
    ['GET /_emulator/../batch'],
    ['GET /./_emulator/health'],
    ['GET /batch#fragment'],
    ['GET /batch?key=%00'],
    ['GET /batch?key'],
    ['GET ?'],
    ['GET /_emulator?x'],
    ['GET /_emulator/%2e%2e/%2e%2e/etc/passwd'],
    ['GET /_emulator/..%5c..%5cpackage.json'],
    ['GET /_emulator/assets/../../../package.json'],
    ['QUERY /message'],
    ['M-SEARCH /message'],
  ])('%s gets no more than a refusal', async (line) => {
    const { statuses, text } = await sendRaw(server().port, requestBytes(line));
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(text).not.toContain('root:');
    expect(text).not.toContain('"devDependencies"');
    expect(await server().isAlive()).toBe(true);
  });

  test('an upgrade to another protocol is not made', async () => {
    const headers = [
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ];
    const bytes = requestBytes(`GET /batch?key=${server().accountKey}`, headers).replace(
      'Connection: close',
      'Connection: Upgrade, close',
    );
    expect((await sendRaw(server().port, bytes)).statuses).not.toContain(101);
    expect(await server().isAlive()).toBe(true);
  });
});
