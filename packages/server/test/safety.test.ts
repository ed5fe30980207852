import { connect } from 'node:net';
import { messageRequest, serve } from '@messaging-service/test-support';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { raw } from './raw.ts';

describe('hostile requests harm nothing', () => {
  test('it listens on the loopback address unless told otherwise', async () => {
    const { server } = await serve();
    expect(new URL(server.url).hostname).toBe('127.0.0.1');
  });

  test('on all addresses it returns an address that its own control API accepts as local', async () => {
    const { server, control } = await serve({}, { host: '0.0.0.0' });
    expect(new URL(server.url).hostname).toBe('127.0.0.1');
    expect((await control('GET /health')).status).toBe(200);
  });

  test('a body over 10 MiB gets 413 and the connection ends', async () => {
    const served = await serve();
    const { status, body } = await served
      .api('POST /message', `{"messages":"${'x'.repeat(10 * 1024 * 1024)}"}`)
      .catch(() => ({
        // The server may close before the client has written all of it; then the client sees a reset.
        status: 413,
        body: { error: { code: 'payload_too_large' } },
      }));
    expect([status, body]).toMatchObject([413, { error: { code: 'payload_too_large' } }]);
    expect((await served.api('POST /message', messageRequest())).status).toBe(200);
  });

  test.each([
    ['an invalid path', 'GET http:// HTTP/1.1'],
    ['percent signs that decode to nothing', 'GET /batch/%ff%?key=%zz HTTP/1.1'],
    ['a very long path', `GET /${'a'.repeat(8_000)} HTTP/1.1`],
  ])('%s gets a response', async (_, line) => {
    expect(await raw(await serve(), `${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 4\d\d /,
    );
  });

  test('a rule in code that throws results in 500, and the server continues', async () => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => log.mockRestore());
    const rule = () => {
      throw new Error('a fault of the rule');
    };
    const { api } = await serve({ carrier: { rule } });
    expect((await api('POST /message', messageRequest())).status).toBe(500);
    expect(String(log.mock.calls[0]?.[0])).toContain('a fault of the rule');
    expect((await api('GET /batch')).status).toBe(200);
  });

  test('a request that never ends is cut off', async () => {
    const served = await serve({}, { requestTimeout: 200 });
    const endless = 'POST /message HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{';
    expect(await raw(served, endless)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('a refused request that never ends is cut off', async () => {
    const { server } = await serve({}, { requestTimeout: 200 });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write('POST /message HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 100000\r\n\r\n{');
    const sending = setInterval(() => socket.write(' '), 50);
    onTestFinished(() => clearInterval(sending));
    // A reset of the connection counts as its end, too; `once` would fail.
    await new Promise((resolve) => socket.once('close', resolve));
  });
});

test('a list that would be longer than the longest text is refused, and a shorter one is not', async () => {
  const { api, control } = await serve({ organization: { creditSystem: false } });
  const destinations = Array<string>(60).fill('447700900001');
  const message = 'x'.repeat(9_400_000);
  expect((await api('POST /batch', { from: 'DEMO', message, destinations })).status).toBe(200);
  expect(await control('GET /messages')).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_request', message: expect.stringContaining('limit') as string } },
  });
  expect((await control('GET /messages?limit=1')).status).toBe(200);
});
