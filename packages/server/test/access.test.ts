import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { decide, readAllowed, readCall } from '@messaging-service/server/core';
import { messageRequest, type Served, sendServed, serve } from '@messaging-service/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bare, parse, raw } from './raw.ts';

const CONTROL = 'GET /_emulator/health';
const PUBLIC = 'GET /dr-responses';
const APP = 'http://localhost:3000';

interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string };
}

/** A call of the public API with the key of the account. */
function publicly({ accountKey }: Served, call = PUBLIC): string {
  return `${call}?key=${accountKey}`;
}

/** The refusal of a call, which must be in the usual form. */
async function refusal(response: Response): Promise<ErrorBody['error']> {
  const { error } = (await response.json()) as ErrorBody;
  expect(response.status).toBe(403);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('vary')).toBe('Origin');
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  expect(error.code).toBe('forbidden');
  return error;
}

/** Each call of both APIs. */
async function both(served: Served, headers: Readonly<Record<string, string>>): Promise<Response[]> {
  return [await bare(served, CONTROL, headers), await bare(served, publicly(served), headers)];
}

/** Why a server with these options refuses a call with these headers, without a server; undefined if it does not. */
function problem(
  headers: Readonly<Record<string, string>>,
  options: Parameters<typeof readAllowed>[0] = {},
  call = PUBLIC,
): string | undefined {
  const rules = { ...readAllowed(options), isOwnAddress: () => false };
  const [method = '', url = ''] = call.split(' ');
  const { response } = decide(rules, readCall({ method, url, headers }));
  if (response === undefined) return undefined;
  expect(response.status).toBe(403);
  return (JSON.parse(String(response.body)) as ErrorBody).error.message;
}

describe('the host of a call (EMU-10)', () => {
  test.each([
    'localhost',
    'localhost:80',
    'LOCALHOST:4010',
    'localhost.:4010',
    '127.0.0.1',
    '127.9.9.9:1',
    '127.0.0.1.',
    '[::1]:80',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]:1',
    'emulator.localhost',
    'a.b.LocalHost.',
  ])('%s is local', (host) => expect(problem({ host })).toBeUndefined());

  test.each([
    'evil.example',
    'localhost.evil.example',
    'evillocalhost',
    'local-host',
    '192.168.0.1',
    '126.255.255.255',
    '128.0.0.1',
    '127.0.0.1.nip.io',
    '0.0.0.0',
    '[::]:80',
    '[::2]',
    '[fe80::1]',
    '.',
  ])('%s is not, and the refusal says how to allow it', (host) => {
    expect(problem({ host })).toMatch(/^The Host .* --allow-host .* allowedHosts: \[/);
  });

  test.each([
    'localhost/../',
    'evil.example@localhost',
    'localhost evil',
    'localhost:80:80',
    'localhost:port',
    'localhost#',
    'http://localhost',
    '[::1',
    '127.0.0.1;rm',
  ])('%s is not a host at all', (host) => {
    expect(problem({ host })).toMatch(/^The Host .* is not valid/);
  });

  test('is examined before either API gets the call', async () => {
    const served = await serve();
    for (const { status } of await both(served, { Host: 'emulator.localhost' })) expect(status).toBe(200);
    for (const Host of ['evil.example', 'evil.example@localhost'])
      for (const response of await both(served, { Host })) await refusal(response);
  });

  test('two hosts are refused like none', async () => {
    const served = await serve();
    for (const [first, second] of [
      ['localhost', 'evil.example'],
      ['evil.example', 'localhost'],
      ['localhost', 'localhost'],
    ]) {
      const text = `${CONTROL} HTTP/1.1\r\nHost: ${first}\r\nhost: ${second}\r\nConnection: close\r\n\r\n`;
      expect((await refusal(parse(await raw(served, text)))).message).toMatch(/^The Host .* is not valid/);
    }
  });

  test('HTTP/1.1 and HTTP/1.0 both need one', async () => {
    const served = await serve();
    expect(parse(await raw(served, `${CONTROL} HTTP/1.1\r\nConnection: close\r\n\r\n`)).status).toBe(400);
    const { message: text } = await refusal(parse(await raw(served, `${CONTROL} HTTP/1.0\r\n\r\n`)));
    expect(text).toContain('has no Host header');
    expect((await bare(served, CONTROL, { Host: '' })).status).toBe(403);
    const local = `${CONTROL} HTTP/1.0\r\nHost: localhost\r\n\r\n`;
    expect(parse(await raw(served, local)).status).toBe(200);
  });

  test('can be allowed, in any case and with any port; the others stay refused', () => {
    const options = { allowedHosts: ['CI.Internal', 'emulator.', 'fd00::7', '[fd00::8]'] };
    for (const host of ['ci.internal', 'CI.internal.:4010', 'emulator:80', '[fd00::7]:1', '[FD00:0::8]'])
      expect(problem({ host }, options)).toBeUndefined();
    for (const host of ['internal', 'x.ci.internal', 'emulator.evil.example'])
      expect(problem({ host }, options)).toContain(`The Host "${host}"`);
  });

  test('on all addresses, every address of the machine is admitted', async () => {
    const served = await serve({}, { host: '0.0.0.0' });
    const own = Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address));
    for (const address of [...own, '0.0.0.0']) {
      const [bareAddress = ''] = address.split('%');
      const Host = bareAddress.includes(':') ? `[${bareAddress}]` : bareAddress;
      expect((await bare(served, CONTROL, { Host: `${Host}:4010` })).status, Host).toBe(200);
    }
    for (const Host of ['203.0.113.7', 'evil.example', '[2001:db8::1]'])
      expect((await bare(served, CONTROL, { Host })).status).toBe(403);
  });

  test('the name it listens on is admitted', async () => {
    const { server, control } = await serve({}, { host: 'localhost' });
    expect((await control('GET /health')).status).toBe(200);
    expect((await bare({ server }, CONTROL, { Host: 'localhost' })).status).toBe(200);
  });
});

describe('a target in absolute form (RFC 9112, 3.2.2)', () => {
  test('gets the response of the path in it, whatever the Host header contains', async () => {
    const served = await serve();
    const headers = { Host: 'evil.example' };
    for (const target of ['http://localhost/_emulator/health', 'HTTP://127.0.0.1:1/_emulator/health?'])
      expect((await bare(served, `GET ${target}`, headers)).status).toBe(200);
    const batches = `GET http://localhost/batch?key=${served.accountKey}`;
    expect(await (await bare(served, batches, headers)).json()).toEqual({ batches: expect.any(Array) as [] });
    expect((await bare(served, 'GET http://localhost', headers)).status).toBe(404);
    expect((await bare(served, `GET http://localhost?key=${served.accountKey}`, headers)).status).toBe(404);
  });

  test('names the host that counts', async () => {
    const served = await serve();
    for (const target of ['http://evil.example/_emulator/health', 'https://evil.example'])
      await refusal(await bare(served, `GET ${target}`, { Host: 'localhost' }));
    for (const target of ['http:///_emulator/health', 'http://x@localhost/_emulator/health'])
      expect((await bare(served, `GET ${target}`, { Host: 'localhost' })).status).toBeOneOf([400, 403]);
  });

  test('has the limits of its path: only a snapshot may be larger than a call', async () => {
    const served = await serve();
    const body = ' '.repeat(11 * 1024 * 1024);
    const put = (path: string) =>
      raw(
        served,
        `PUT http://localhost${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ).catch(() => 'HTTP/1.1 413 ');
    expect(await put('/_emulator/snapshot')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await put('/_emulator/carrier')).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('pages of other origins (EMU-10)', () => {
  test.each([
    'http://evil.example',
    'http://localhost:3000',
    'http://localhost',
    'http://attacker.localhost:4010',
    'http://127.0.0.2:4010',
    'https://localhost:4010',
    'null',
    '',
    'file://',
    'http://localhost:4010, http://localhost:4010',
    'chrome-extension://abcdefghijklmnop',
    'not an origin',
  ])('%s may not call', (origin) => {
    expect(problem({ host: 'localhost:4010', origin })).toContain('--allow-origin');
  });

  test('get an error that explains how to allow them', async () => {
    const served = await serve();
    for (const response of await both(served, { Host: 'localhost', Origin: APP })) {
      expect((await refusal(response)).message).toBe(
        'A page of "http://localhost:3000" cannot call this server. To allow it, start the server with --allow-origin http://localhost:3000, or pass listen() the option allowedOrigins: ["http://localhost:3000"].',
      );
    }
    expect(problem({ host: 'localhost', origin: 'null' })).toContain('cannot be allowed');
  });

  test.each(['cross-site', 'same-site', 'cross-site, none', 'of tomorrow'])(
    'without an Origin, Sec-Fetch-Site: %s identifies them',
    (site) => {
      expect(problem({ host: 'localhost', 'sec-fetch-site': site })).toContain('Sec-Fetch-Site');
    },
  );

  test.each([
    [true, { host: 'localhost:4010', origin: 'http://localhost:4010' }],
    [true, { host: 'localhost:4010', origin: 'http://localhost:4010', 'sec-fetch-site': 'same-origin' }],
    [true, { host: 'localhost:80', origin: 'http://localhost' }],
    [true, { host: 'ci.internal', origin: 'https://ci.internal', 'sec-fetch-site': 'same-origin' }],
    [true, { host: 'localhost:4010', 'sec-fetch-site': 'same-origin' }],
    [true, { host: 'localhost:4010', 'sec-fetch-site': 'none' }],
    [false, { host: 'ci.internal', origin: 'https://ci.internal', 'sec-fetch-site': 'same-site' }],
    [false, { host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }],
    [false, { host: 'localhost', origin: 'http://localhost', 'sec-fetch-site': 'cross-site' }],
  ])('the page of the server itself may, also behind a proxy that adds TLS: %s for %o', (may, headers) => {
    expect(problem(headers, { allowedHosts: ['ci.internal'] }) === undefined).toBe(may);
  });

  test('may open the inspector in a tab, and nothing else', async () => {
    const served = await serve();
    const { id } = (await served.control<{ id: string }>('POST /sandboxes')).body;
    const link = { host: 'localhost', 'sec-fetch-site': 'cross-site' };
    const tab = { ...link, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await bare(served, 'GET /_emulator', tab)).headers.get('location')).toBe('./_emulator/');
    for (const path of ['/', '/?from=docs', `/sandboxes/${id}/`]) {
      const response = await bare(served, `GET /_emulator${path}`, tab);
      expect(response.status, path).toBe(200);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(response.headers.get('x-frame-options')).toBe('DENY');
    }
    for (const call of [
      'GET /_emulator/messages',
      'GET /_emulator/messages/wait',
      `GET /_emulator/sandboxes/${id}/messages`,
      'GET /_emulatory',
      'POST /_emulator/',
      'POST /_emulator/reset',
      PUBLIC,
    ])
      expect(problem(tab, {}, call)).toContain('Sec-Fetch-Site');
    for (const headers of [
      { ...tab, 'sec-fetch-dest': 'iframe' },
      { ...tab, 'sec-fetch-dest': 'object' },
      { ...tab, 'sec-fetch-mode': 'no-cors' },
      { ...tab, origin: 'http://evil.example' },
      link,
    ])
      expect(problem(headers, {}, 'GET /_emulator/')).toContain('cannot call this server');
  });

  test('that ask for a WebSocket are refused and the connection ends', async () => {
    const socket = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
    const headers = { Host: 'localhost', Origin: 'http://evil.example', ...socket };
    const served = await serve();
    const text = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const request = `GET /_emulator/events HTTP/1.1\r\n${text.join('')}\r\n`;
    expect(await raw(served, request)).toMatch(/^HTTP\/1\.1 403 /);
  });

  test('change nothing with a refused call', async () => {
    const served = await serve();
    await sendServed(served);
    const { accountKey: key } = served;
    const body = JSON.stringify(messageRequest());
    for (const call of [`POST /message?key=${key}`, 'POST /_emulator/reset']) {
      const text = `${call} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${APP}\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      await refusal(parse(await raw(served, text)));
    }
    expect((await served.read<{ messages: [] }>('/messages')).messages).toHaveLength(1);
  });
});

describe('a refusal is sent before the body is read', () => {
  /** An open connection on which a request's headers were sent. */
  async function begin({ server }: Served, headers: string): Promise<{ socket: Socket; answer: string }> {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    onTestFinished(() => void socket.destroy());
    socket.write(`POST /message HTTP/1.1\r\nOrigin: ${APP}\r\nHost: localhost\r\n${headers}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [string];
    return { socket, answer };
  }

  test('a short body is read and discarded, and the connection stays open', async () => {
    const { socket, answer } = await begin(await serve(), 'Content-Length: 10');
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    socket.write(`0123456789${CONTROL} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const [next] = (await once(socket, 'data')) as [string];
    expect(next).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each(['Content-Length: 99999999999', 'Transfer-Encoding: chunked'])(
    'one with %s ends with the connection',
    async (header) => {
      const { socket, answer } = await begin(await serve(), header);
      expect(answer).toMatch(/^HTTP\/1\.1 403 .*connection: close/is);
      await once(socket, 'close');
    },
  );
});

describe('pages of allowed origins', () => {
  const from = { Host: 'localhost', Origin: APP, 'Sec-Fetch-Site': 'same-site' };

  const options = { allowedOrigins: [APP, 'https://app.example/'] };
  const allowing = () => serve({}, options);

  test('may read responses of both APIs, errors too', async () => {
    const served = await allowing();
    const answers = [
      ...(await both(served, from)),
      ...(await both(served, { ...from, Origin: 'https://app.example', 'Sec-Fetch-Site': 'cross-site' })),
      await bare(served, 'GET /batch?key=wrong', from),
      await bare(served, 'GET /_emulator/nothing', from),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 400, 404]);
    expect(answers.map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual([
      APP,
      APP,
      'https://app.example',
      'https://app.example',
      APP,
      APP,
    ]);
    for (const { headers } of answers) {
      expect(headers.get('vary')).toBe('Origin');
      expect(headers.get('access-control-expose-headers')).toBe('*');
    }
  });

  test('may read 413, responses of faults, and event streams', async () => {
    const served = await allowing();
    const size = 11 * 1024 * 1024;
    const call = `POST ${publicly(served, '/message')}`;
    const head = `${call} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${APP}\r\nContent-Length: ${size}\r\n\r\n`;
    const { hostname, port } = new URL(served.server.url);
    const socket = connect(Number(port), hostname)
      .setEncoding('utf8')
      .on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.write(head + 'x'.repeat(size));
    const [large] = (await once(socket, 'data')) as [string];
    expect(large).toMatch(/^HTTP\/1\.1 413 /);
    expect(parse(large).headers.get('access-control-allow-origin')).toBe(APP);

    await served.control('POST /faults', { status: 429, headers: { 'retry-after': '1' } });
    const limited = await bare(served, publicly(served), from);
    expect([limited.status, limited.headers.get('access-control-allow-origin')]).toEqual([429, APP]);

    const ending = new AbortController();
    const url = `${served.server.url}/_emulator/events`;
    const events = await fetch(url, { headers: { Origin: APP }, signal: ending.signal });
    expect(events.headers.get('content-type')).toBe('text/event-stream');
    expect(events.headers.get('access-control-allow-origin')).toBe(APP);
    expect(events.headers.get('vary')).toBe('Origin');
    ending.abort();
  });

  test('get responses to their preflights, for any header, and for a private network', async () => {
    const served = await allowing();
    for (const path of ['/message?key=x', '/_emulator/clock/advance']) {
      const response = await bare(served, `OPTIONS ${path}`, {
        ...from,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'content-type,x-trace',
        'Access-Control-Request-Private-Network': 'true',
      });
      expect(response.status).toBe(204);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'access-control-allow-origin': APP,
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'content-type,x-trace',
        'access-control-allow-private-network': 'true',
        'access-control-max-age': '600',
        vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      });
      expect(response.headers.has('content-length')).toBe(false);
    }
  });

  test('an OPTIONS that is not a preflight is a call like any other', async () => {
    const served = await allowing();
    expect((await bare(served, 'OPTIONS /_emulator/clock', from)).status).toBe(405);
    expect((await bare(served, 'OPTIONS *', from)).status).toBe(404);
  });

  test.each(['http://localhost:3001', 'https://localhost:3000', 'http://app.example', 'null'])(
    'preflights of %s are refused',
    (origin) => {
      const headers = { host: 'localhost', origin, 'access-control-request-method': 'POST' };
      expect(problem(headers, options, 'OPTIONS /message')).toContain('cannot call this server');
    },
  );

  test('do not admit a foreign host', () => {
    expect(problem({ host: 'evil.example', origin: APP }, options)).toContain('The Host');
  });
});

test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', undefined])(
  'a program that is not a browser may call, with the content type %s',
  async (type) => {
    const served = await serve();
    const response = await fetch(`${served.server.url}/message?key=${served.accountKey}`, {
      method: 'POST',
      body: new TextEncoder().encode(JSON.stringify(messageRequest())),
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('vary')).toBeNull();
  },
);

describe('allowed hosts and origins are checked', () => {
  test.each([
    ['http://emulator', '"emulator"'],
    ['emulator:4010', '"emulator"'],
    ['emulator/path', '"emulator"'],
    ['*', '"emulator"'],
    ['*.example', '"emulator"'],
    ['', '"emulator"'],
    ['a b', '"emulator"'],
    ['[::1]:80', '"[::1]"'],
  ])('the host %j', (host, hint) => {
    expect(() => readAllowed({ allowedHosts: ['ok', host] })).toThrow(
      `allowedHosts[1] must be a host name without scheme, port, path or wildcard, such as ${hint}; got ${JSON.stringify(host)}.`,
    );
  });

  test.each([
    ['*', '"*" would let every web page call the server.'],
    ['null', 'has the origin "null", so it cannot be allowed.'],
    ['localhost:3000', 'Did you mean "http://localhost:3000"?'],
    ['http://localhost:3000/app', 'Did you mean "http://localhost:3000"?'],
    ['http://user@localhost', 'Did you mean "http://localhost"?'],
    ['http://*.example', 'must be an origin'],
    ['http://', 'must be an origin'],
    ['', 'must be an origin'],
  ])('the origin %j', async (origin, words) => {
    const listening = serve({}, { allowedOrigins: [origin] });
    await expect(listening).rejects.toThrow(
      `allowedOrigins[0] must be an origin, that is scheme, host and port, such as "http://localhost:3000"; got ${JSON.stringify(origin)}.`,
    );
    await expect(listening).rejects.toThrow(words);
  });

  test.each([
    ['HTTP://LocalHost:3000/', APP],
    ['http://localhost:80', 'http://localhost'],
    ['https://app.example:443', 'https://app.example'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['capacitor://localhost', 'capacitor://localhost'],
    ['chrome-extension://abcdefghijklmnop', 'chrome-extension://abcdefghijklmnop'],
  ])('%s is the origin that browsers call %s', (allowed, origin) => {
    expect(problem({ host: 'localhost', origin }, { allowedOrigins: [allowed] })).toBeUndefined();
  });
});
