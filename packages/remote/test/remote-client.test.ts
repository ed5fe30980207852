import { connectEmulator, WaitTimeoutError } from '@messaging-service/emulator/client';
import { later, MINUTE, openReceiver, sendServed, serve } from '@messaging-service/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { emulatorErrorOf, serveRemote } from './remote.ts';

test('a missing server is named, with the command that starts one (EMU-18)', async () => {
  const receiver = await openReceiver();
  await receiver[Symbol.asyncDispose]();
  const error = await emulatorErrorOf(connectEmulator({ url: receiver.url }));
  expect(error).toMatchObject({ code: 'unreachable', status: undefined });
  expect(error.message).toContain(`${receiver.url} (ECONNREFUSED)`);
  expect(error.message).toContain(`npx messaging-emulator --port ${new URL(receiver.url).port}`);
});

test.each([
  ['a page', 200, '<html></html>'],
  ['JSON', 200, { status: 'ok' }],
  ['null', 200, null],
  ['a refusal', 404, { error: 'no such page' }],
])('a server that responds with %s is distinguished from an emulator (EMU-18)', async (_, status, body) => {
  const receiver = await openReceiver();
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  receiver.answer(status, body);
  const error = await emulatorErrorOf(connectEmulator({ url: receiver.url }));
  expect(error.code).toBe('not_an_emulator');
  expect(error.message).toContain(`${receiver.url} responds, but it is not a messaging emulator`);
});

test.each([
  [{ sandbx: 'checkout' }, 'sandbx is not a known option; did you mean "sandbox"?'],
  [{ seed: 1 }, 'seed is not a known option; the options are url, sandbox, token'],
])('%o is refused, because the calls would control the default service (EMU-5)', async (options, problem) => {
  const given = { url: 'http://127.0.0.1:4010', ...options };
  await expect(connectEmulator(given)).rejects.toThrow(problem);
});

test('an address that is not a URL is refused with its value (EMU-18)', async () => {
  for (const url of ['localhost:4010', '', 'ftp://127.0.0.1/'])
    await expect(connectEmulator({ url })).rejects.toThrow(TypeError);
});

test('a token is sent as a bearer token (EMU-18)', async () => {
  const receiver = await openReceiver();
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  receiver.answer(401, { error: { code: 'unauthorized', message: 'A token is needed.' } });
  const error = await emulatorErrorOf(connectEmulator({ url: receiver.url, token: 'secret' }));
  expect(error).toMatchObject({
    status: 401,
    code: 'unauthorized',
    message: 'A token is needed. (GET /health)',
  });
  expect(receiver.received[0]?.headers.authorization).toBe('Bearer secret');
});

test('a refusal has its status, its code and the members that are not valid (EMU-18)', async () => {
  const { remote: emulator } = await serveRemote();
  const error = await emulatorErrorOf(emulator.setCarrier({ after: '3 s' }));
  expect(error).toMatchObject({ status: 400, code: 'invalid_request' });
  expect(error.issues[0]?.path).toContain('after');
});

test('a pattern keeps its flags, and a text is the source of one (EMU-9)', async () => {
  const { remote: emulator, ...served } = await serveRemote();
  await sendServed(served, { body: 'First line\nYOUR CODE\nis 482913' });
  expect((await emulator.waitForMessage({ match: /^your code.is (\d+)$/gims })).match?.[1]).toBe('482913');
  expect((await emulator.waitForMessage({ match: '\\d{6}' })).match).toEqual(['482913']);
  await expect(emulator.waitForMessage({ match: /^your code/, timeout: 1 })).rejects.toThrow(
    WaitTimeoutError,
  );
});

test('a sandbox is found by its identifier, its name and its control URL (EMU-5)', async () => {
  const { server, control } = await serve();
  const { body } = await control<{ id: string; controlUrl: string }>('POST /sandboxes', { name: 'checkout' });
  const { url } = server;
  for (const options of [{ url, sandbox: body.id }, { url, sandbox: 'checkout' }, { url: body.controlUrl }]) {
    const emulator = await connectEmulator(options);
    expect(emulator).toMatchObject({ sandboxId: body.id, baseUrl: url });
    await emulator.close();
  }
  const error = await emulatorErrorOf(connectEmulator({ url, sandbox: 'chekout' }));
  expect(error.message).toContain(`The server has: ${body.id} (checkout).`);
});

test('options that only work in one process are refused for a sandbox (EMU-5)', async () => {
  const { remote: emulator } = await serveRemote();
  await expect(emulator.sandbox({ carrier: { rule: () => undefined } })).rejects.toThrow(
    /carrier\.rule is a function/,
  );
});

test('close() ends waits with an error that names the call, and streams without one (EMU-18)', async () => {
  const { remote: emulator } = await serveRemote();
  const waiting = emulatorErrorOf(emulator.waitForMessage());
  const next = emulator.events().next();
  await emulator.mark();
  await emulator.close();
  const { code, message } = await waiting;
  expect(code).toBe('closed');
  expect(message).toContain('GET /messages/wait');
  expect(await next).toEqual({ done: true, value: undefined });
});

test('a signal ends a stream without an error, and a wait with its reason (EMU-11, EMU-9)', async () => {
  const { remote: emulator } = await serveRemote();
  const abort = new AbortController();
  const next = emulator.events({ signal: abort.signal }).next();
  const waiting = emulator.waitForMessage({ signal: abort.signal });
  await emulator.mark();
  abort.abort(new Error('enough'));
  expect(await next).toEqual({ done: true, value: undefined });
  await expect(waiting).rejects.toThrow('enough');
});

test('return() ends a read that waits for the next event (EMU-11)', async () => {
  const { remote } = await serveRemote();
  const events = remote.events();
  const next = events.next();
  await events.return();
  expect(await next).toEqual({ done: true, value: undefined });
});

test('a snapshot that arrives in pieces equals the one of the emulator, and can be restored (EMU-7, EMU-18)', async () => {
  const { remote: emulator, ...served } = await serveRemote();
  // A text cut inside of a character must not change it.
  for (let index = 0; index < 300; index++)
    await sendServed(served, { body: `Grüße, ${'ä€😀'.repeat(30)} ${index}` });
  await sendServed(served, { send_at: later(60 * MINUTE) });
  const snapshot = await emulator.snapshot();
  const response = await fetch(`${served.server.url}/_emulator/snapshot`);
  expect(snapshot).toEqual(await response.json());
  await emulator.reset();
  await emulator.restore(snapshot);
  expect(await emulator.messages()).toHaveLength(301);
});
