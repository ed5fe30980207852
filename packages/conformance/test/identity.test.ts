import { once } from 'node:events';
import { createServer as createHttp2Server, createSecureServer } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { explainNoResponse, identifyService } from '@messaging-service/conformance/core';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runInProcess } from '../../../test/in-process.ts';
import { always, serveSockets, serveStrangely } from './strange-service.ts';
import { selfSigned, TODAY, withoutCertificates } from './tls-service.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const PROGRAM = new URL('../src/cli/main.ts', import.meta.url);

function run(baseUrl: string, ...args: string[]) {
  const env = { MESSAGING_ACCOUNT_KEY: '', MESSAGING_ORGANIZATION_KEY: '', FORCE_COLOR: '0' };
  const all = ['--base-url', baseUrl, '--account-key', KEY, ...args];
  return runInProcess({ program: PROGRAM, args: all, env });
}

/** Serves until the test ends, and returns the port. */
async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createHttp2Server();
  const port = await portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html; charset=utf-8' };
const serve = async (...response: Parameters<typeof always>) =>
  (await serveStrangely(always(...response))).url;

const FOREIGN_404 =
  '{"code":20404,"message":"The requested resource was not found","more_info":"https://docs.example/errors/20404","status":404}';
const FOREIGN_401 = '{"code":20003,"message":"Authenticate","status":401}';
const LOGIN = '<!doctype html><title>Guest network</title><form><input type="password"></form>';

const FOREIGN: readonly (readonly [
  what: string,
  open: () => Promise<string>,
  reason: RegExp,
  nextStep: RegExp,
])[] = [
  [
    "another API's 404s",
    () => serve(404, FOREIGN_404, json),
    /does not have GET \/batch: 404 with .*20404/,
    /another API/,
  ],
  ["another API's 405s", () => serve(405, '', json), /does not have GET \/batch: 405/, /another API/],
  [
    "another API's 401s",
    () => serve(401, FOREIGN_401, json),
    /refuses every request with 401/,
    /--account-key/,
  ],
  [
    "another API's 403s without a body",
    () => serve(403, ''),
    /refuses every request with 403/,
    /--account-key/,
  ],
  [
    'JSON of another API',
    () => serve(200, '{"data":[],"page":1}', json),
    /200 with \{"data":\[\],"page":1\}, not/,
    /--base-url/,
  ],
  ['a JSON list', () => serve(200, '[]', json), /200 with \[\], not a list of batches/, /--base-url/],
  ['a text', () => serve(200, 'ok'), /200 with ok, not/, /--base-url/],
  ['an empty 200', () => serve(200, ''), /200 without a body/, /--base-url/],
  ['a 204', () => serve(204, ''), /204 without a body/, /--base-url/],
  [
    'a web page',
    () => serve(200, '<html><title>Welcome</title>', html),
    /web page \(HTML\) with the title "Welcome"/,
    /web site/,
  ],
  ['a web page without its type', () => serve(200, '\n<!DOCTYPE html><p>'), /web page \(HTML\)/, /web site/],
  ["a web page's 404", () => serve(404, '<html><h1>Not Found</h1>', html), /404 with a web page/, /web site/],
  ["a proxy's login page", () => serve(200, LOGIN, html), /login page.*"Guest network"/, /Sign in/],
  [
    "a proxy's 403 page",
    () => serve(403, '<html><title>Sign in</title>', html),
    /403 with a login page/,
    /Sign in/,
  ],
  [
    "a proxy's 407",
    () => serve(407, '', { 'proxy-authenticate': 'Basic' }),
    /proxy .* password \(407\)/,
    /NO_PROXY/,
  ],
  ["a captive portal's 511", () => serve(511, LOGIN, html), /asks you to sign in \(511\)/, /browser/],
  [
    'a redirect to a login page',
    () => serve(302, '', { location: 'https://sso.example/login?key=1' }),
    /redirects to https:\/\/sso\.example\/login \(302\), a login page/,
    /Sign in/,
  ],
  [
    'a redirect to https',
    () => serve(308, '', { location: 'https://127.0.0.1:9443/batch' }),
    /redirects to https:\/\/127\.0\.0\.1:9443\/batch \(308\)/,
    /--base-url https:\/\/127\.0\.0\.1:9443\./,
  ],
  [
    'a redirect to another host',
    () => serve(301, '', { location: 'https://www.example/batch' }),
    /redirects to https:\/\/www\.example\/batch/,
    /redirects to/,
  ],
  ['a redirect to nowhere', () => serve(302, ''), /302, a redirect without an address/, /--base-url/],
  ['500s', () => serve(500, 'Oops'), /500 with Oops, so nothing shows/, /Try again/],
  ['503s', () => serve(503, '{"message":"maintenance"}', json), /503 with .*maintenance/, /Try again/],
  ['429s', () => serve(429, ''), /429 without a body/, /Wait/],
  [
    'a closed port',
    async () => `http://127.0.0.1:${await closedPort()}`,
    /nothing listens on 127\.0\.0\.1:\d+/,
    /Start the service/,
  ],
  ['a reserved port', async () => 'http://127.0.0.1:1', /127\.0\.0\.1:1 are blocked/, /the port/],
  [
    'an unknown host',
    async () => 'http://no-such-host.invalid',
    /host no-such-host\.invalid does not exist|DNS server/,
    /spelling|network/,
  ],
  [
    'a connection that is closed',
    () => serveSockets((socket) => socket.destroy()),
    /closes the connection without a response/,
    /https:\/\//,
  ],
  [
    'another protocol',
    () => serveSockets((socket) => socket.end('220 smtp.example ESMTP\r\n')),
    /does not speak HTTP\/1\.1/,
    /HTTP API/,
  ],
  [
    'HTTP/2 without TLS, as of gRPC',
    async () => `http://127.0.0.1:${await portOf(createHttp2Server())}`,
    /HTTP\/1\.1|closes the connection/,
    /HTTP API/,
  ],
  [
    'plain HTTP at an https address',
    async () => (await serve(200, '{}', json)).replace('http:', 'https:'),
    /does not speak TLS/,
    /http:\/\/127/,
  ],
];

describe('a server that is not a service with this API', () => {
  test.each(FOREIGN)(
    '%s: two lines with the reason and the next step, exit code 2, no case',
    async (_, open, reason, nextStep) => {
      const { code, stdout, stderr } = await run(await open());
      expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
      const [first, second, ...rest] = stdout.split('\n');
      expect(first).toMatch(/^This is not a service with this API: .+\.$/);
      expect(first).toMatch(reason);
      expect(second).toMatch(nextStep);
      expect(second).toMatch(/\.$/);
      expect(rest).toEqual(['']);
      expect(stdout).not.toMatch(/undefined|[0-9a-f]{32}/);
    },
  );

  test('sees five requests at most, and none of them could send or change anything', async () => {
    const { url, requests } = await serveStrangely(always(404, '{}', json));
    await run(url, '--organization-key', 'fedcba9876543210fedcba9876543210');
    expect(requests).toEqual([
      expect.stringContaining(`GET /batch?key=${KEY}`),
      expect.stringMatching(/^GET \/account\?key=/),
      'GET /batch?',
      'POST /message?',
      expect.stringMatching(/^GET \/conformance-/),
    ]);
  });

  test('cannot color the terminal, forge a line or repeat a key', async () => {
    const body = `{"error":"\u001b[31m\u202e${KEY}"}\nThis is the service.`;
    const { stdout } = await run(await serve(404, body, json));
    expect(stdout).not.toMatch(/[\u001b\u202e]|[0-9a-f]{32}/);
    expect(stdout.split('\n')).toHaveLength(3);
  });

  test('is a verdict in JSON', async () => {
    const { code, stdout } = await run(await serve(404, FOREIGN_404, json), '--json');
    expect(code).toBe(2);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ clauses: [], interpretations: [], emulator: {} });
    expect(report.verdict).toEqual({
      conclusion: 'not-a-service',
      sentence: expect.stringMatching(/^This is not a service with this API: it does not have GET \/batch/),
      differences: 0,
      reason: expect.stringContaining('404'),
      nextStep: expect.stringContaining('--base-url'),
    });
  });
});

describe.skipIf(withoutCertificates)('a TLS certificate', () => {
  const trusted = getCACertificates('default');
  afterEach(() => setDefaultCACertificates(trusted));

  test.each<readonly [string, string, readonly [string, string], boolean, RegExp, RegExp]>([
    [
      'is self-signed',
      'IP:127.0.0.1',
      TODAY,
      false,
      /certificate of .+ is self-signed/,
      /NODE_EXTRA_CA_CERTS/,
    ],
    ['has expired', 'IP:127.0.0.1', ['20200101000000Z', '20210101000000Z'], true, /has expired/, /renew/],
    [
      'is not valid yet',
      'IP:127.0.0.1',
      ['20980101000000Z', '20990101000000Z'],
      true,
      /is not valid yet/,
      /clock/,
    ],
    ['is for another host', 'DNS:elsewhere.test', TODAY, true, /is for another host/, /the name that is in/],
  ])('that %s is the reason: exit code 2', async (_, names, dates, isTrusted, reason, nextStep) => {
    const certificate = selfSigned(names, dates);
    if (isTrusted) setDefaultCACertificates([...trusted, certificate.cert]);
    const port = await portOf(createHttpsServer(certificate, always(200, '{}', json)));
    const { code, stdout } = await run(`https://127.0.0.1:${port}`);
    expect(code).toBe(2);
    expect(stdout).toMatch(reason);
    expect(stdout).toMatch(nextStep);
  });

  test('of a server that speaks only HTTP/2 is not the reason', async () => {
    const certificate = selfSigned('IP:127.0.0.1');
    setDefaultCACertificates([...trusted, certificate.cert]);
    const port = await portOf(createSecureServer({ ...certificate, allowHTTP1: false }));
    const { code, stdout } = await run(`https://127.0.0.1:${port}`);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^This is not a service with this API: .*(h2|HTTP\/2)/);
  });
});

test('a server that accepts connections and never responds is too slow', async () => {
  const baseUrl = await serveSockets(() => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const identified = identifyService({ baseUrl, keys: { accountKey: KEY } });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await identified).toMatchObject({ reason: expect.stringMatching(/does not respond in time$/) });
});

test.each([
  ['ENOTFOUND', 'does not exist (DNS)'],
  ['EAI_AGAIN', 'the DNS server did not find'],
  ['ETIMEDOUT', 'does not respond in time'],
  ['UND_ERR_CONNECT_TIMEOUT', 'does not respond in time'],
  ['UND_ERR_HEADERS_TIMEOUT', 'does not respond in time'],
  ['EHOSTUNREACH', 'there is no route to'],
  ['ENETUNREACH', 'there is no route to'],
  ['ECONNRESET', 'closes the connection'],
  ['UND_ERR_SOCKET', 'closes the connection'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'is self-signed'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'the issuer of the TLS certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'the issuer of the TLS certificate'],
  ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', 'speaks only HTTP/2'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'the TLS connection to'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'is self-signed'],
  ['E_UNHEARD_OF', 'cannot be reached: E_UNHEARD_OF'],
])('the error %s of the network, wherever it is among the causes, means: %s', (code, words) => {
  const cause = Object.assign(new Error(''), { code });
  for (const error of [cause, new TypeError('fetch failed', { cause }), new AggregateError([cause], 'all')])
    expect(explainNoResponse(error, 'https://service.test:8443').reason).toContain(words);
});

test.each([
  [new Error('Proxy response (407) !== 200 when HTTP Tunneling'), 'a proxy refuses the connection'],
  [new TypeError('fetch failed', { cause: new Error('') }), 'a proxy seems to ask for a user name'],
])('%s is about a proxy', (error, words) => {
  expect(explainNoResponse(error, 'https://service.test').reason).toContain(words);
});

test.each([
  [
    'at another path',
    '/v2',
    {},
    /does not have GET \/batch: 404 with .*not_found/,
    /the path before \/batch/,
  ],
  ['during an outage', '', { times: 99 }, /503 with .*, so nothing shows/, /Try again/],
])(
  'a service with this API %s is not recognized: exit code 2',
  async (_, path, { times }: { times?: number }, reason, nextStep) => {
    const emulator = createEmulator({ clock: 'system' });
    const server = await listen(emulator, { port: 0 });
    onTestFinished(async () => {
      await server.close();
      emulator.close();
    });
    const body = { error: { code: 'service_unavailable', message: 'An outage.' } };
    if (times !== undefined) emulator.addFault({ status: 503, body, times });
    const { code, stdout } = await run(`${server.url}${path}`);
    expect(code).toBe(2);
    expect(stdout).toMatch(reason);
    expect(stdout).toMatch(nextStep);
  },
);

describe('a service with this API is one', () => {
  const serveEmulator = async (options: Parameters<typeof createEmulator>[0] = {}) => {
    const emulator = createEmulator({ clock: 'system', ...options });
    const server = await listen(emulator, { port: 0 });
    onTestFinished(async () => {
      await server.close();
      emulator.close();
    });
    return { baseUrl: server.url, emulator };
  };

  test('if its lists have the form of this API', async () => {
    const { baseUrl, emulator } = await serveEmulator();
    const keys = { accountKey: emulator.account.apiKey };
    expect(await identifyService({ baseUrl, keys })).toBeUndefined();
  });

  test.each([400, 401, 403])(
    'if it refuses the key with %i, and exit code 3 is about the key',
    async (status) => {
      const { baseUrl } = await serveEmulator({ statuses: { invalid_key: status } });
      const { code, stdout, stderr } = await run(baseUrl);
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
      expect(stderr).toMatch(/does not accept the account key/);
    },
  );

  test.each([
    ['errors of another form', { status: 401, body: '{"message":"key?"}' }],
    ['errors without a body', { status: 403, body: '' }],
  ])('if its paths ask for a key, with %s, and others do not exist', async (_, { status, body }) => {
    const { url } = await serveStrangely((request, response) => {
      const isKnown = /^\/(batch|message|account)\b/.test(request.url ?? '');
      response.writeHead(isKnown ? status : 404, json).end(isKnown ? body : '{}');
    });
    expect(await identifyService({ baseUrl: url, keys: { accountKey: KEY } })).toBeUndefined();
  });
});
