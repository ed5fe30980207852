import { connectEmulator, WaitTimeoutError } from '@messaging-service/emulator/client';
import {
  later,
  MINUTE,
  openReceiver,
  type Respond,
  sendServed,
  serve,
} from '@messaging-service/test-support';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { emulatorErrorOf, serveRemote } from './remote.ts';

/** A client of a server that responds as an emulator does while the client connects, and then in its own way. */
async function connectTo(respond: Respond) {
  const { server } = await serve();
  const receiver = await openReceiver((response, request, count) => {
    if (!/\/(health|credentials)$/.test(request.path)) return respond(response, request, count);
    void fetch(`${server.url}${request.path}`).then(async (reply) => {
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text());
    });
  });
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  return { receiver, emulator: await connectEmulator({ url: receiver.url }) };
}

/** Sends the beginning of a response and cuts the connection. */
function cutAfter(text: string, type = 'application/json'): Respond {
  return (response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': '1000' });
    response.write(text, () => response.destroy());
  };
}

describe('a connection that is cut is an error of the call (EMU-18)', () => {
  test('while the response arrives', async () => {
    const { emulator, receiver } = await connectTo(cutAfter('{"mark":'));
    const error = await emulatorErrorOf(emulator.mark());
    expect(error).toMatchObject({ code: 'unreachable', status: undefined });
    expect(error.message).toContain(receiver.url);
  });

  test('while a snapshot arrives', async () => {
    const { emulator } = await connectTo(cutAfter('{"version":2,"agenda":['));
    const error = await emulatorErrorOf(emulator.snapshot());
    expect(error.code).toBe('unreachable');
    expect(error.message).toMatch(
      /^The response of .+ to GET \/snapshot could not be read: the connection was lost\.$/,
    );
  });

  test('while events arrive; those before it are read', async () => {
    const clock = 'event: clock\ndata: {"now":"2026-03-01T09:00:00.000Z"}\n\n';
    const { emulator, receiver } = await connectTo(cutAfter(clock, 'text/event-stream'));
    const events = emulator.events();
    expect(await events.next()).toMatchObject({ done: false, value: { event: 'clock' } });
    const error = await emulatorErrorOf(events.next());
    expect(error.code).toBe('unreachable');
    expect(error.message).toBe(`The events of ${receiver.url} could not be read: the connection was lost.`);
  });
});

describe('a server that stops (EMU-18)', () => {
  test('ends a wait with an error, and later calls name its address', async () => {
    const { server, remote: emulator } = await serveRemote();
    const waiting = emulatorErrorOf(emulator.waitForMessage({ timeout: '50s' }));
    await emulator.mark();
    await server.close();
    expect(await waiting).toMatchObject({ status: 503, code: 'unavailable' });
    const error = await emulatorErrorOf(emulator.mark());
    expect(error.code).toBe('unreachable');
    expect(error.message).toContain(`No emulator can be reached at ${server.url} (ECONNREFUSED)`);
  });

  test('ends the streams of events without an error', async () => {
    const { server, remote: emulator } = await serveRemote();
    const next = emulator.events().next();
    await emulator.mark();
    await server.close();
    expect(await next).toEqual({ done: true, value: undefined });
  });
});

test.each([502, 504])(
  'a response that is not one of an emulator, such as %s of a proxy, is named with its path (EMU-18)',
  async (status) => {
    const { emulator, receiver } = await connectTo((response) => response.writeHead(status).end('<html>'));
    const calls = [() => emulator.mark(), () => emulator.snapshot(), () => emulator.events().next()];
    for (const call of calls) {
      const error = await emulatorErrorOf(call());
      expect(error).toMatchObject({ status, code: 'not_an_emulator' });
      expect(error.message).toContain(
        `${receiver.url} responds, but it is not a messaging emulator: /_emulator/`,
      );
      expect(error.message).toContain(` returned ${status}`);
    }
  },
);

test.each([undefined, 'wrong-token'])(
  'a server with a control token refuses the token %s (EMU-22)',
  async (token) => {
    const { server } = await serve({}, { controlToken: 'token-for-tests' });
    const error = await emulatorErrorOf(connectEmulator({ url: server.url, token }));
    expect(error).toMatchObject({ status: 401, code: 'invalid_key' });
    expect(error.message).toContain(token === undefined ? 'option token' : 'token is wrong');
    expect(error.message).not.toContain('token-for-tests');
    const emulator = await connectEmulator({ url: server.url, token: 'token-for-tests' });
    await (await emulator.sandbox()).close();
  },
);

test('a sandbox that was deleted refuses every call and stream, and names it (EMU-5)', async () => {
  const { control, remote: emulator } = await serveRemote();
  const sandbox = await emulator.sandbox({ name: 'checkout' });
  await control(`DELETE /sandboxes/${sandbox.sandboxId}`);
  const calls = [() => sandbox.messages(), () => sandbox.snapshot(), () => sandbox.events().next()];
  for (const call of calls) {
    const error = await emulatorErrorOf(call());
    expect(error).toMatchObject({ status: 404, code: 'not_found' });
    expect(error.message).toMatch(new RegExp(`^There is no sandbox ${sandbox.sandboxId}\\. \\((GET|POST) /`));
  }
});

test('a server without sandboxes is described (EMU-5)', async () => {
  const { server } = await serve();
  const error = await emulatorErrorOf(connectEmulator({ url: server.url, sandbox: 'checkout' }));
  expect(error.message).toBe(`There is no sandbox "checkout" at ${server.url}. The server has no sandboxes.`);
});

test.each([
  ['http://emulator.test', 80],
  ['https://emulator.test', 443],
  ['https://emulator.test:8443', 8443],
])('%s without a reason of the system names port %i (EMU-18)', async (url, port) => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const error = await emulatorErrorOf(connectEmulator({ url }));
  expect(error.message).toBe(
    `No emulator can be reached at ${url}. Start one with "npx messaging-emulator --port ${port}", or correct the option url. (GET /health)`,
  );
});

describe('a wait for a message over HTTP (EMU-9)', () => {
  const late: Respond = (response, { query }) => {
    const message = `No message arrived within ${query.timeout} ms.`;
    response.writeHead(408, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { code: 'wait_timeout', message } }));
  };

  test('that takes longer than a call can is several calls, and the error names its whole time', async () => {
    const { emulator, receiver } = await connectTo(late);
    await expect(emulator.waitForMessage({ timeout: '150s' })).rejects.toThrow(
      new WaitTimeoutError('No message arrived within 150000 ms.'),
    );
    const waits = receiver.received.filter(({ path }) => path.endsWith('/messages/wait'));
    expect(waits.map(({ query }) => query.timeout)).toEqual(['60000', '60000', '30000']);
  });

  test('that is refused for another reason ends with the first call', async () => {
    const { emulator, receiver } = await connectTo((response) => {
      response.writeHead(503, { 'content-type': 'application/json' });
      response.end('{"error":{"code":"unavailable","message":"The server is shutting down."}}');
    });
    expect(await emulatorErrorOf(emulator.waitForMessage({ timeout: '150s' }))).toMatchObject({
      status: 503,
    });
    expect(receiver.received.filter(({ path }) => path.endsWith('/messages/wait'))).toHaveLength(1);
  });

  test('takes an instant in each form', async () => {
    const { remote: emulator, ...served } = await serveRemote();
    await sendServed(served, { body: 'Your code is 1' });
    const now = await emulator.clock.now();
    for (const after of [now, now.getTime(), now.toISOString()])
      expect((await emulator.waitForMessage({ after })).body).toBe('Your code is 1');
    const next = new Date(now.getTime() + 1);
    await expect(emulator.waitForMessage({ after: next, timeout: 1 })).rejects.toThrow(WaitTimeoutError);
  });
});

describe('a handset over HTTP (EMU-12)', () => {
  test('replies to the message that was sent last, not to the one that was queued last', async () => {
    const { remote: emulator, ...served } = await serveRemote();
    const to = '447700900001';
    for (const sender of ['SHOP', 'BANK']) await emulator.registerSender(emulator.account.identifier, sender);
    const from = (value: string) => ({ type: 'custom', value });
    await sendServed(served, { to, from: from('SHOP'), send_at: later(10 * MINUTE) });
    await sendServed(served, { to, from: from('BANK') });
    await sendServed(served, { to, from: from('SHOP'), send_at: later(20 * MINUTE) });
    expect(await emulator.handset(to).reply('YES')).toMatchObject({ to: 'BANK' });
    await emulator.clock.advance('10m');
    expect(await emulator.handset(to).reply('YES')).toMatchObject({ to: 'SHOP' });
  });

  test('that has only a scheduled message cannot reply to it', async () => {
    const { remote: emulator, ...served } = await serveRemote();
    await sendServed(served, { to: '447700900001', send_at: later(10 * MINUTE) });
    await expect(emulator.handset('447700900001').reply('YES')).rejects.toThrow(/447700900001/);
  });
});
