import { messageRequest } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import { gather, open, requestBytes, sendRaw } from './raw-socket.ts';
import { sharedServer, storedBodies } from './server-process.ts';

const server = sharedServer({ args: ['--allow-host', 'ci.internal'] });

/** The same call once of the public and once of the control API: both have the same guard. */
const calls = {
  'public API': () => `GET /batch?key=${server().accountKey}`,
  'control API': () => 'GET /_emulator/clock',
  'control API of a sandbox': () => 'GET /_emulator/sandboxes/sandbox-1/clock',
};

const FOREIGN_HOSTS = [
  'evil.example',
  'localhost.evil.example',
  'evil.example:80',
  '127.0.0.1.evil.example',
  '127.0.0.1.nip.io',
  'evil.example#localhost',
  'evil.example/localhost',
  'localhost@evil.example',
  'localhost:80@evil.example',
  'evillocalhost',
  '169.254.169.254',
  '192.168.0.1',
  '10.0.0.1',
  '[2001:db8::1]',
  'ci.internal.evil.example',
  'notci.internal',
  '%6cocalhost.evil.example',
  '..',
  ':80',
  '',
];

const LOCAL_HOSTS = [
  'localhost',
  'LOCALHOST:4010',
  '127.0.0.1:1',
  '127.9.9.9',
  '[::1]',
  '[::1]:80',
  'shop.localhost',
  'ci.internal',
  'CI.internal:4010',
];

const FOREIGN_ORIGINS = [
  'http://evil.example',
  'https://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'http://localhost@evil.example',
  'null',
  'file://',
  'chrome-extension://abcdefghijklmnop',
  'data:text/html,x',
  'http://localhost, http://evil.example',
  'http://evil.example, http://localhost',
  'anything',
];

describe.each(Object.entries(calls))('the %s', (_, call) => {
  test.each(LOCAL_HOSTS)('accepts a call to the Host %j', async (host) => {
    const { statuses } = await sendRaw(server().port, requestBytes(call(), [], '', host));
    expect(statuses).not.toContain(403);
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
  });

  test.each(FOREIGN_HOSTS)('refuses a call to the Host %j', async (host) => {
    const { statuses, text } = await sendRaw(server().port, requestBytes(call(), [], '', host));
    expect(statuses).toEqual([403]);
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))).toMatchObject({
      error: { code: expect.any(String), message: expect.any(String) },
    });
  });

  test('refuses a call without a Host', async () => {
    const modern = await sendRaw(server().port, requestBytes(call(), [], '', null));
    expect(modern.statuses).toHaveLength(1);
    expect(modern.statuses[0]).toSatisfy((status: number) => status === 400 || status === 403);
    const old = requestBytes(call(), [], '', null).replace('HTTP/1.1', 'HTTP/1.0');
    expect((await sendRaw(server().port, old)).statuses).toEqual([403]);
  });

  test('refuses a call with a foreign Host beside a local one', async () => {
    const bytes = requestBytes(call(), ['Host: localhost'], '', 'evil.example');
    const { statuses } = await sendRaw(server().port, bytes);
    expect(statuses).toHaveLength(1);
    expect(statuses[0]).toSatisfy((status: number) => status === 400 || status === 403);
  });

  test('refuses an absolute target on a foreign host, whatever the Host says', async () => {
    const bytes = requestBytes(call().replace(' /', ' http://evil.example/'));
    const { statuses } = await sendRaw(server().port, bytes);
    expect(statuses).toEqual([403]);
  });

  test.each(FOREIGN_ORIGINS)('refuses a call with the Origin %j', async (origin) => {
    const { statuses } = await sendRaw(server().port, requestBytes(call(), [`Origin: ${origin}`]));
    expect(statuses).toEqual([403]);
  });

  test('refuses a call with a foreign Origin beside its own', async () => {
    const own = `Origin: http://localhost`;
    const foreign = 'Origin: http://evil.example';
    for (const origins of [
      [own, foreign],
      [foreign, own],
    ]) {
      const { statuses } = await sendRaw(server().port, requestBytes(call(), origins));
      expect(statuses).toEqual([403]);
    }
  });

  test.each([
    ['an image', ['Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: image']],
    ['a script', ['Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: script']],
    ['a fetch', ['Sec-Fetch-Mode: cors', 'Sec-Fetch-Dest: empty']],
    ['a page of its own host name', ['Sec-Fetch-Mode: cors', 'Origin: http://localhost']],
  ])('refuses a call that the browser marks as cross-site, by %s', async (__, headers) => {
    for (const value of ['cross-site', 'Cross-Site', 'CROSS-SITE']) {
      const bytes = requestBytes(call(), [`Sec-Fetch-Site: ${value}`, ...headers]);
      expect((await sendRaw(server().port, bytes)).statuses).toEqual([403]);
    }
  });

  test.each(['none', 'same-origin'])('accepts a call that the browser marks as %s', async (site) => {
    const { statuses } = await sendRaw(server().port, requestBytes(call(), [`Sec-Fetch-Site: ${site}`]));
    expect(statuses).not.toContain(403);
  });

  test('accepts calls of a page that it served itself', async () => {
    const headers = [`Origin: http://127.0.0.1:${server().port}`, 'Sec-Fetch-Site: same-origin'];
    const bytes = requestBytes(call(), headers, '', `127.0.0.1:${server().port}`);
    const { statuses } = await sendRaw(server().port, bytes);
    expect(statuses).not.toContain(403);
  });
});

describe('a refused call has no effect', () => {
  const FOREIGN = [
    ['Host', 'evil.example', []],
    ['Origin', 'localhost', ['Origin: http://evil.example']],
    ['Sec-Fetch-Site', 'localhost', ['Sec-Fetch-Site: cross-site']],
  ] as const;

  test.each(FOREIGN)(
    'a foreign %s: a message is not queued, whatever the content type',
    async (_, host, headers) => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'application/json',
      ]) {
        const bytes = requestBytes(
          `POST /message?key=${server().accountKey}`,
          [...headers, `Content-Type: ${type}`],
          JSON.stringify(messageRequest()),
          host,
        );
        expect((await sendRaw(server().port, bytes)).statuses).toEqual([403]);
      }
      expect(await storedBodies(server())).toEqual([]);
    },
  );

  test.each(FOREIGN)('a foreign %s: nothing is reset', async (_, host, headers) => {
    await server().api('POST /message', messageRequest({ body: 'still here' }));
    for (const method of ['POST', 'GET', 'OPTIONS']) {
      const bytes = requestBytes(`${method} /_emulator/reset`, headers, method === 'POST' ? '{}' : '', host);
      const { statuses } = await sendRaw(server().port, bytes);
      expect(statuses[0]).toBeGreaterThanOrEqual(400);
    }
    expect(await storedBodies(server())).toEqual(['still here']);
  });

  test.each(FOREIGN)('a foreign %s: it uses up no fault', async (_, host, headers) => {
    await server().control('POST /faults', { path: '/batch', status: 503 });
    await sendRaw(server().port, requestBytes(`GET /batch?key=${server().accountKey}`, headers, '', host));
    expect((await server().api('GET /batch')).status).toBe(503);
  });

  test.each(FOREIGN)('a foreign %s: it is refused before its body has come', async (_, host, headers) => {
    const socket = await open(server().port);
    const bytes = requestBytes(`POST /message?key=${server().accountKey}`, headers, 'x'.repeat(100), host);
    socket.write(bytes.slice(0, -100));
    expect((await gather(socket)).statuses).toEqual([403]);
  });

  test('a preflight from a foreign origin gets no permission', async () => {
    const headers = [
      'Origin: http://evil.example',
      'Access-Control-Request-Method: POST',
      'Access-Control-Request-Headers: content-type',
      'Access-Control-Request-Private-Network: true',
    ];
    for (const path of ['/message', '/_emulator/reset']) {
      const { statuses, text } = await sendRaw(server().port, requestBytes(`OPTIONS ${path}`, headers));
      expect(statuses).toEqual([403]);
      expect(text).not.toMatch(/access-control-allow/i);
    }
  });
});
