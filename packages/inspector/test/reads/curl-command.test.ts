import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { parseTarget, textOfBytes } from '@messaging-service/emulator/host';
import { curlCommand } from '@messaging-service/inspector/reads';
import { serve } from '@messaging-service/test-support';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A request as a server gets it. */
interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

const received: Received[] = [];

const server = createServer((request: IncomingMessage, response) => {
  const { method, url, rawHeaders } = request;
  void buffer(request).then((body) => {
    received.push({ method, url, rawHeaders, body });
    response.setHeader('content-length', 5).end('Hello');
  });
});

let baseUrl = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Makes a request with exactly these texts, and returns what the server got. */
async function original(method: string, path: string, headers: readonly string[], body: Buffer) {
  await new Promise<void>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const length = body.length === 0 ? [] : ['content-length', String(body.length)];
    send({
      port,
      host: '127.0.0.1',
      agent: false,
      method,
      path,
      headers: ['host', 'emulator', ...length, ...headers],
    })
      .on('response', (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end(body);
  });
  return received.pop() as Received;
}

/** The text of a body as the emulator reads it. */
function textOf(body: Buffer): string {
  const text = body.toString();
  return Buffer.from(text).equals(body) ? text : textOfBytes(body);
}

/** Runs the command for a request in a shell, and returns what the server got. */
async function repeated({ method = '', url = '', rawHeaders, body }: Received, shell = 'sh') {
  const command = curlCommand({ method, target: parseTarget(url), body: textOf(body), rawHeaders, baseUrl });
  expect(command).not.toMatch(/(?!\n)\p{Cc}/u);
  // As a terminal does: an argument of the shell would be too long.
  const run = promisify(execFile)(shell, { env: { PATH: process.env.PATH }, cwd: '/' });
  run.child.stdin?.end(command);
  await run;
  return received.pop() as Received;
}

const OF_THE_CONNECTION = ['host', 'content-length', 'connection', 'transfer-encoding', 'expect'];

/** What a copy must repeat: everything but the headers of the connection. The order of headers of different names is free. */
function content({ rawHeaders, ...rest }: Received) {
  const headers = Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index]?.toLowerCase() ?? '',
    rawHeaders[2 * index + 1] ?? '',
  ]).filter(([name = '']) => !OF_THE_CONNECTION.includes(name));
  return { ...rest, headers: headers.toSorted(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0)) };
}

describe('a copied command makes the same request with curl (EMU-13)', () => {
  const json = ['content-type', 'application/json'];

  test.each<[string, string, string, readonly string[], string | Buffer]>([
    ['a file name', 'POST', '/message?key=1', json, '@/etc/hosts'],
    ['the name of standard input', 'POST', '/message', json, '@-'],
    ['quotes, variables and commands', 'PATCH', '/a', json, `It's "$HOME" \`id\` $(id) !! !1 \\ \\n %s %d`],
    ['line breaks', 'POST', '/a', json, '{\r\n\t"a": 1\n}\n\n'],
    ['an option', 'POST', '/a', json, '--help'],
    ['text of other languages', 'POST', '/a', json, '{"body":"Grüße 👩🏽‍🚀 می‌خواهم"}'],
    ['a byte order mark', 'POST', '/a', json, '\uFEFF{}'],
    ['a zero byte', 'POST', '/a', json, 'a\0b'],
    ['bytes that are not text', 'POST', '/a', json, Buffer.from([0, 255, 128, 37, 45, 39, 92, 10])],
    ['a hyphen before bytes', 'POST', '/a', json, Buffer.from([45, 255, 48, 49])],
    ['a body that is longer than an argument can be', 'POST', '/a', json, `'${'x'.repeat(300_000)}`],
    ['a long body of bytes', 'POST', '/a', json, Buffer.alloc(50_000, 200)],
    ['a GET with a body', 'GET', '/a', json, '{}'],
    ['a DELETE with a body', 'DELETE', '/a', json, '{}'],
    ['a POST without a body', 'POST', '/a', [], ''],
    ['a HEAD', 'HEAD', '/a', [], ''],
    ['a HEAD with a body', 'HEAD', '/a', json, '{}'],
    ['OPTIONS', 'OPTIONS', '/a', ['origin', 'https://example.com'], ''],
    ['OPTIONS for the server', 'OPTIONS', '*', [], ''],
    ['brackets and braces', 'GET', '/a[1-3]{b,c}?d=[e]', [], ''],
    ['dots', 'GET', '/a/../b/./c/..', [], ''],
    ['two slashes', 'GET', '//a//b', [], ''],
    ['an address as the path', 'GET', 'http://example.com/a', [], ''],
    ['a number sign', 'GET', '/a#b', [], ''],
    ['signs of shells', 'GET', `/a;b&c|d<e>f"g'h\`i\\j^k~l!m$n(o)*?p%20q`, [], ''],
    ['a header without a value', 'GET', '/a', ['x-empty', '', 'accept', ''], ''],
    [
      'headers with signs',
      'GET',
      '/a',
      ['x-a', '@/etc/hosts', 'x-b', 'a:b;', 'x-c', ';', 'x-d', `it's "$HOME"`],
      '',
    ],
    ['a header twice', 'GET', '/a', ['x-a', '1', 'x-a', '2'], ''],
    ['bytes in a header', 'GET', '/a', ['x-a', 'caf\u00E9\tb', 'x-b', 'caf\u00C3\u00A9'], ''],
    [
      'a user agent and cookies',
      'GET',
      '/a',
      ['user-agent', 'App/1', 'accept', '*/*', 'cookie', 'a=1; b="2"'],
      '',
    ],
    ['a body without a type', 'POST', '/a', [], '{}'],
  ])('with %s', async (_, method, path, headers, body) => {
    const request = await original(method, path, headers, Buffer.from(body as string));
    expect(content(await repeated(request))).toEqual(content(request));
  });

  test('with any method, path, headers and bytes, in two shells', async () => {
    const latin1 = (from: number) =>
      fc.string({ unit: fc.integer({ min: from, max: 255 }).map((code) => String.fromCharCode(code)) });
    const sign = fc.constantFrom(...'@$`!\\\'"%\n\r\0-;[]{}#~&|<>*? '.split(''));
    const body = fc.oneof(
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
      fc.string({ unit: sign }).map((text) => Buffer.from(text)),
    );
    const value = latin1(32)
      .filter((text) => !text.includes('\u007F'))
      .map((text) => text.trim().replaceAll(/^[\s\u00A0]+|[\s\u00A0]+$/g, ''));
    const name = fc.stringMatching(/^x-[a-z!#$%&'*+.^_`|~0-9-]{1,8}$/);
    const headers = fc.array(fc.tuple(name, value)).map((pairs) => pairs.flat());
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'M-SEARCH');
    // Node does not accept other characters in a request line.
    const path = fc.string({ unit: 'binary-ascii' }).map((text) => `/${text.replaceAll(/[^!-~]/g, '')}`);
    await fc.assert(
      fc.asyncProperty(
        ...([method, path, headers, body, fc.constantFrom('sh', 'bash')] as const),
        async (...[verb, target, fields, bytes, shell]) => {
          const request = await original(verb, target, fields, bytes);
          expect(content(await repeated(request, shell))).toEqual(content(request));
        },
      ),
      { numRuns: 20 },
    );
  });
});

test('a body that is not UTF-8 is copied from the log with its bytes (EMU-13)', async () => {
  const served = await serve();
  const body = Buffer.from([123, 255, 0, 34]);
  await fetch(`${served.server.url}/message?key=${served.accountKey}`, { method: 'POST', body });
  const { curl } = await served.read<{ curl: string }>(`/requests/1/code?baseUrl=${baseUrl}`);
  await promisify(execFile)('sh', ['-c', curl]);
  expect(received.pop()?.body).toEqual(body);
});

test('the address of the code must be one of the web, so that it cannot be an option of curl (EMU-13)', async () => {
  const served = await serve();
  await served.api('GET /batch');
  for (const address of ['-o/tmp/file', 'file:///etc/hosts', 'localhost'])
    expect(await served.control(`GET /requests/1/code?baseUrl=${encodeURIComponent(address)}`)).toMatchObject(
      {
        status: 400,
      },
    );
});
