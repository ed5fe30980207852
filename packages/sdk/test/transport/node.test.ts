import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http, { Agent, type ClientRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';
import { inspect } from 'node:util';
import {
  ConfigurationError,
  createMessagingClient,
  type Transport,
  TransportError,
  type TransportRequest,
} from '@messaging-service/sdk';
import {
  createNodeTransport,
  type NodeTransport,
  type NodeTransportOptions,
} from '@messaging-service/sdk/node';
import { freePort } from '@messaging-service/test-support';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failureOf, message } from '../samples.ts';
import { createCertificates, withoutCertificates } from './certificates.ts';
import { createProxy, type Respond, response, serve } from './servers.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const request = (url: string, more: Partial<TransportRequest> = {}): TransportRequest => ({
  method: 'POST',
  url: `${url}/message?key=${KEY}`,
  headers: {},
  body: '{}',
  signal: new AbortController().signal,
  ...more,
});
/** Creates a transport whose connections are closed when the test ends. */
function open(options?: NodeTransportOptions): NodeTransport {
  const send = createNodeTransport(options);
  onTestFinished(() => send.close());
  return send;
}

const ok: Respond = (socket) => socket.write(response('{}'));
const certificates = withoutCertificates === undefined ? createCertificates() : undefined;

describe('connections', () => {
  test('one is used again and again', async () => {
    await using server = await serve(ok);
    const send = open();
    for (let n = 0; n < 5; n++) await send(request(server.url));
    expect(server.connections()).toBe(1);
  });

  test('requests that wait for a connection were not sent when they are aborted', async () => {
    await using server = await serve(() => undefined);
    const transport = open({ maxSockets: 50 });
    const client = createMessagingClient({ baseUrl: server.url, accountKey: KEY, transport, retry: false });
    const controller = new AbortController();
    const { signal } = controller;
    const calls = Array.from({ length: 300 }, () => failureOf(client.messages.sendOne(message, { signal })));
    await expect.poll(() => server.received).toHaveLength(50);
    // All in one moment: a time limit ends one after the other, and a freed connection goes to the next.
    controller.abort();
    const unsure = (await Promise.all(calls)).filter((error) => (error as { maybeSent: boolean }).maybeSent);
    expect(unsure).toHaveLength(50);
    expect(server.received).toHaveLength(50);
  });

  test.for([
    ['the server says that it keeps it for two seconds', {}, 'keep-alive: timeout=2\r\n', 1500],
    ['the option says so', { idleTimeout: 1000 }, '', 1500],
    ['the machine was suspended, which the wall clock alone shows', {}, '', 5000],
  ] as const)('one that was idle for too long is not used: %s', async ([, options, fields, ms]) => {
    await using server = await serve((socket) => socket.write(response('{}', fields)));
    const [wall, monotonic] = [vi.spyOn(Date, 'now'), vi.spyOn(performance, 'now')];
    // The transport takes the clocks when it is loaded, so that a program's own clocks cannot change them.
    vi.resetModules();
    const fresh = await import('@messaging-service/sdk/node');
    const send = fresh.createNodeTransport(options);
    await send(request(server.url));
    const [laterByWall, later] = [Date.now() + ms, performance.now() + 30];
    wall.mockImplementation(() => laterByWall);
    monotonic.mockImplementation(() => later);
    await send(request(server.url));
    vi.restoreAllMocks();
    expect(server.connections()).toBe(2);
    send.close();
  });

  test('a process that was stopped for longer than the server keeps connections sends at the first attempt', async () => {
    const sockets: Socket[] = [];
    await using server = await serve((socket) => {
      sockets.push(socket);
      socket.write(response('{}'));
    });
    const program = `
      import { readSync, writeSync } from 'node:fs';
      let stoodStillFor = 0;
      const now = performance.now.bind(performance);
      performance.now = () => now() + stoodStillFor;
      const { createNodeTransport } = await import('${import.meta.resolve('../../src/transport/node.ts')}');
      const send = createNodeTransport();
      const once = () => send({ method: 'POST', url: '${server.url}/', headers: {}, body: '{}', signal: new AbortController().signal });
      await once();
      writeSync(1, 'standing still');
      readSync(0, Buffer.alloc(1));
      stoodStillFor = 1_000;
      writeSync(1, String((await once()).status));
      send.close();`;
    const loader = new URL('../../../../tools/source-resolution.ts', import.meta.url).href;
    const child = spawn(process.execPath, ['--import', loader, '--input-type=module', '--eval', program]);
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    expect(String(first)).toBe('standing still');
    sockets[0]?.end(() => child.stdin.end('go'));
    expect(await text(child.stdout)).toBe('200');
    expect(server.connections()).toBe(2);
  });
});

describe.skipIf(certificates === undefined)('TLS', () => {
  const { authority, server: identity, client } = certificates ?? ({} as NonNullable<typeof certificates>);

  test('trusts the configured authority', async () => {
    await using server = await serve(ok, createTlsServer(identity));
    const send = open({ ca: authority.cert });
    expect(await send(request(server.url))).toMatchObject({ status: 200 });
  });

  test('shows its own certificate', async () => {
    const settings = { ...identity, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
    await using server = await serve(ok, createTlsServer(settings));
    const send = open({ ca: authority.cert, ...client });
    expect(await send(request(server.url))).toMatchObject({ status: 200 });
    await failureOf(createNodeTransport({ ca: authority.cert })(request(server.url)));
    expect(server.received).toHaveLength(1);
  });
});

test('a library that replaces `request` of node:http reads and adds header fields', async () => {
  await using server = await serve(ok);
  const original = http.request;
  const seen: unknown[] = [];
  // As libraries for tracing do: they copy the fields to an object and add their own.
  vi.spyOn(http, 'request').mockImplementation(((options: http.RequestOptions) => {
    const fields = options.headers as Record<string, string>;
    seen.push(fields.host);
    return original({ ...options, headers: Object.assign({}, fields, { traceparent: '00-1-2-01' }) });
  }) as typeof http.request);
  const send = open();
  expect(await send(request(server.url, { headers: { 'x-a': '1' } }))).toMatchObject({ status: 200 });
  expect(seen).toEqual([`127.0.0.1:${server.port}`]);
  const head = (server.received[0] ?? '').toLowerCase();
  expect(head).toContain(`\r\nhost: 127.0.0.1:${server.port}\r\n`);
  expect(head).toContain('\r\nx-a: 1\r\n');
  expect(head).toContain('\r\ncontent-length: 2\r\n');
  expect(head).toContain('\r\ntraceparent: 00-1-2-01\r\n');
});

describe('options', () => {
  test('an agent of the caller makes the connections', async () => {
    await using server = await serve(ok);
    const agent = new Agent({ keepAlive: true });
    const send = createNodeTransport({ agent });
    await send(request(server.url));
    send.close();
    await send(request(server.url));
    expect(server.connections()).toBe(1);
    agent.destroy();
  });

  test('an agent for another protocol fails, and nothing is sent', async () => {
    const send = createNodeTransport({ agent: new HttpsAgent() });
    expect(await failureOf(send(request('http://127.0.0.1:9')))).toMatchObject({ sent: 'no' });
  });

  test.for([
    ['maxSockets', { maxSockets: 0 }],
    ['idleTimeout', { idleTimeout: -1 }],
    ['key', { cert: 'a certificate' }],
    ['agent', { agent: {} }],
    ['maxSockets', { agent: new Agent(), maxSockets: 1 }],
    ['maxSocket', { maxSocket: 1 }],
    ['ca, cert, key', { ca: authorityOf('nobody'), cert: 'no', key: 'no' }],
  ] as const)('%s that is not valid is named', ([path, options]) => {
    expect(() => createNodeTransport(options as NodeTransportOptions)).toThrow(ConfigurationError);
    expect(() => createNodeTransport(options as NodeTransportOptions)).toThrow(`${path} `);
  });
});

function authorityOf(name: string): string {
  return `-----BEGIN CERTIFICATE-----\n${name}\n-----END CERTIFICATE-----`;
}

/** Serves a proxy with its log. */
async function serveProxy(refusal?: string) {
  const log: string[] = [];
  return Object.assign(await serve(() => undefined, createProxy(log, refusal)), { log });
}

describe('proxies of the environment', () => {
  test('HTTP_PROXY gets the whole URL and its password', async () => {
    await using server = await serve(ok);
    await using proxy = await serveProxy();
    vi.stubEnv('HTTP_PROXY', `http://user:pass%20word@127.0.0.1:${proxy.port}`);
    const send = open();
    await send(request(server.url, { headers: { 'x-a': '1' } }));
    expect(proxy.log[0]).toContain(`POST ${server.url}/message?key=${KEY} HTTP/1.1\r\n`);
    expect(proxy.log[0]).toMatch(new RegExp(`proxy-authorization: Basic ${btoa('user:pass word')}`, 'i'));
    expect(proxy.log[0]).toMatch(/x-a: 1/);
  });

  test.skipIf(certificates === undefined)(
    'https_proxy gets a tunnel, and sees nothing of the request',
    async () => {
      await using server = await serve(ok, createTlsServer(certificates?.server ?? {}));
      await using proxy = await serveProxy();
      vi.stubEnv('https_proxy', `127.0.0.1:${proxy.port}`);
      const send = open({ ca: certificates?.authority.cert });
      for (let n = 0; n < 3; n++) expect(await send(request(server.url))).toMatchObject({ status: 200 });
      expect(proxy.log).toHaveLength(1);
      expect(proxy.log[0]).toMatch(new RegExp(`^CONNECT 127\\.0\\.0\\.1:${server.port} HTTP/1\\.1`));
      expect(server.received).toHaveLength(3);
    },
  );

  test.for([
    ['Bun', 'leave out the option transport'],
    ['Deno', 'leave out the option transport'],
    ['an old Node.js', 'update to Node 22.21'],
  ] as const)('%s, which cannot use it, refuses and says what to do', ([runtime, advice]) => {
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:3128');
    vi.spyOn(process, 'allowedNodeEnvironmentFlags', 'get').mockReturnValue(new Set());
    const permissions = { querySync: () => ({ state: 'granted' }) };
    if (runtime !== 'an old Node.js') vi.stubGlobal(runtime, { permissions });
    expect(() => createNodeTransport()).toThrow(advice);
  });

  test.for(['127.0.0.1', '127.0.0.0/8', '*'])('NO_PROXY=%s bypasses it', async (exception) => {
    await using server = await serve(ok);
    await using proxy = await serveProxy();
    vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${proxy.port}`);
    vi.stubEnv('NO_PROXY', exception);
    const send = open();
    await send(request(server.url));
    expect(proxy.log).toEqual([]);
    expect(server.received).toHaveLength(1);
  });

  test('an agent of the caller bypasses it', async () => {
    await using server = await serve(ok);
    vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${await freePort()}`);
    const agent = new Agent();
    await createNodeTransport({ agent })(request(server.url));
    expect(server.received).toHaveLength(1);
    agent.destroy();
  });

  test('a status 407 is a response with an agent of the caller, which may itself use a proxy', async () => {
    await using server = await serve((socket) => socket.write(response('no', '', '407 Of the service')));
    class ProxyAgent extends Agent {
      addRequest(outgoing: ClientRequest, options: RequestOptions): void {
        outgoing.path = `http://api.messaging.test${outgoing.path}`;
        // @ts-expect-error The types leave out this method, which proxy agents replace.
        super.addRequest(outgoing, options);
      }
    }
    const agent = new ProxyAgent();
    const send = createNodeTransport({ agent });
    expect(await send(request(server.url))).toMatchObject({ status: 407, text: 'no' });
    agent.destroy();
  });

  test.for(['407 Proxy Authentication Required', '403 Forbidden', '502 Bad Gateway'])(
    'a tunnel that is refused with %s sent nothing',
    async (refusal) => {
      await using proxy = await serveProxy(refusal);
      vi.stubEnv('HTTPS_PROXY', `http://user:hidden-word@127.0.0.1:${proxy.port}`);
      const transport = createNodeTransport();
      const baseUrl = 'https://api.messaging.test';
      expect(await failureOf(transport(request(baseUrl)))).toMatchObject({ sent: 'no' });
      const client = createMessagingClient({ baseUrl, accountKey: KEY, transport, retry: false });
      const error = (await failureOf(client.messages.sendOne(message))) as Error;
      expect(error).toMatchObject({ maybeSent: false });
      expect(error.message).toMatch(/proxy 127\.0\.0\.1:\d+ cannot be used/);
      expect(`${error.stack}${JSON.stringify(error)}${String(error.cause)}`).not.toContain('hidden-word');
    },
  );

  test.for(['HTTP_PROXY', 'https_proxy'])(
    'no credential of %s is in an error, in a log, or in what hooks get, although Node and a proxy repeat it',
    async (name) => {
      const credentials = 'shop:hidden%20word';
      const forms = ['hidden%20word', 'hidden word', btoa('shop:hidden word'), btoa(credentials)];
      const proxyPage = forms.map((form) => `Proxy-Authorization: Basic ${form}`).join('\n');
      await using proxy = await serveProxy(
        `502 ${forms.join(' ')}\r\nlocation: http://${credentials}@elsewhere.test/\r\nx-seen: ${proxyPage.replaceAll('\n', ', ')}`,
      );
      const url = `http://${credentials}@127.0.0.1:${proxy.port}`;
      vi.stubEnv(name, url);
      const protocol = name.split('_')[0]?.toLowerCase();
      const seen: unknown[] = [];
      const record = (...events: unknown[]) => seen.push(...events);
      const transport = open();
      // What some versions of Node write into the error of a tunnel.
      const failing: Transport = (sent) =>
        transport(sent).catch((error: Error) => {
          seen.push(error, error.stack, error.cause);
          const cause = Object.assign(
            new Error(`Failed to establish tunnel to x:443 via ${url}/: HTTP/1.1 403`),
            {
              code: 'ERR_PROXY_TUNNEL',
            },
          );
          throw new TransportError(cause.message, { sent: 'no', cause });
        });
      for (const sending of [transport, failing]) {
        const client = createMessagingClient({
          baseUrl: `${protocol}://api.messaging.test`,
          accountKey: KEY,
          transport: sending,
          retry: { attempts: 2, delay: 0 },
          hooks: { beforeRequest: record, afterResponse: record, beforeRetry: record, onError: record },
          logger: { debug: record, info: record, warn: record, error: record },
        });
        const error = (await failureOf(client.batches.listPending())) as Error & { body?: string };
        seen.push(error, error.stack, error.body, JSON.stringify(error));
      }
      const shown = inspect(seen, { depth: 20, showHidden: true, getters: true, maxStringLength: null });
      expect(shown).toContain('[redacted]');
      for (const form of forms) expect(shown).not.toContain(form);
    },
  );

  test('a request that the proxy refuses with 407 was not passed on', async () => {
    await using proxy = await serveProxy('407 Proxy Authentication Required');
    vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${proxy.port}`);
    const failure = await failureOf(createNodeTransport()(request('http://api.messaging.test')));
    expect(failure).toMatchObject({ sent: 'no' });
  });

  test('what NO_PROXY excludes is never a failure of the proxy', async () => {
    await using server = await serve((socket) => socket.write(response('no', '', '407 Of the service')));
    const closed = await freePort();
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) vi.stubEnv(name, `http://proxy.test:${closed}`);
    vi.stubEnv('NO_PROXY', '127.0.0.1');
    const send = open();
    expect(await send(request(server.url))).toMatchObject({ status: 407, text: 'no' });
    for (const protocol of ['http', 'https'])
      expect(await failureOf(send(request(`${protocol}://127.0.0.1:${closed}`)))).toMatchObject({
        sent: 'no',
        message: `connect ECONNREFUSED 127.0.0.1:${closed}`,
      });
  });

  test.for(['http', 'https'])('a proxy that cannot be reached is named, for %s', async (protocol) => {
    const port = await freePort();
    vi.stubEnv(`${protocol.toUpperCase()}_PROXY`, `http://127.0.0.1:${port}`);
    const error = await failureOf(createNodeTransport()(request(`${protocol}://api.messaging.test`)));
    expect(error).toMatchObject({
      sent: 'no',
      message: expect.stringContaining(`the proxy 127.0.0.1:${port} cannot be used: connect ECONNREFUSED`),
    });
  });

  test.for(['socks5://127.0.0.1:1080', 'http://user:hidden-word@', 'http://a:%zz@proxy.test'])(
    '%s is refused when the transport is made, and not repeated',
    (value) => {
      vi.stubEnv('HTTPS_PROXY', value);
      expect(() => createNodeTransport()).toThrow(/HTTPS_PROXY must be the URL of a proxy/);
      expect(() => createNodeTransport()).not.toThrow(/hidden-word/);
    },
  );
});
