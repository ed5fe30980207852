import { once } from 'node:events';
import { messageRequest } from '@messaging-service/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { gather, open, requestBytes } from './raw-socket.ts';
import { ServerProcess } from './server-process.ts';

/** A server of the test's own: the test stops it. */
async function started(): Promise<ServerProcess> {
  const server = await ServerProcess.start();
  onTestFinished(() => server.kill());
  return server;
}

/** Asks the server to stop and returns its exit code, or the signal that ended it. */
function stop(server: ServerProcess): Promise<number | string> {
  const ended = once(server.child, 'exit') as Promise<[number | null, string | null]>;
  server.child.kill('SIGTERM');
  return ended.then(([code, signal]) => code ?? signal ?? 'unknown');
}

test('a call that was processed gets its whole response although the server is stopped meanwhile', async () => {
  const server = await started();
  await server.control('POST /faults', { path: '/message', when: 'after', delay: '1s' });
  const sent = server.api('POST /message', messageRequest());
  expect(await server.isAlive()).toBe(true);
  const stopped = stop(server);
  expect((await sent).status).toBe(200);
  expect(await stopped).toBe(0);
});

test('a snapshot whose download has begun arrives whole', async () => {
  const server = await started();
  await server.api(
    'PATCH /topup',
    { accountUuid: server.accountUuid, topup: 100_000 },
    server.organizationKey,
  );
  const destinations = Array.from({ length: 10_000 }, (_, index) => `4479${String(index).padStart(8, '0')}`);
  for (let sent = 0; sent < 4; sent++)
    await server.api('POST /batch', { from: 'DEMO', message: 'x', destinations });
  const response = await fetch(`${server.url}/_emulator/snapshot`);
  const stopped = stop(server);
  expect(JSON.parse(await response.text())).toMatchObject({ version: expect.anything() });
  expect(await stopped).toBe(0);
});

test('under load each call gets its whole response or none, and the process ends with 0', async () => {
  const server = await started();
  const bytes = requestBytes(`POST /message?key=${server.accountKey}`, [], JSON.stringify(messageRequest()));
  const answers: { text: string; statuses: readonly number[] }[] = [];
  let stopping = false;
  const client = async () => {
    while (!stopping) {
      const socket = await open(server.port).catch(() => undefined);
      if (socket === undefined) return;
      socket.write(bytes);
      answers.push(await gather(socket));
    }
  };
  const clients = Array.from({ length: 8 }, client);
  while (answers.length < 50) await new Promise(setImmediate);
  const stopped = stop(server);
  expect(await stopped).toBe(0);
  stopping = true;
  await Promise.all(clients);
  for (const { text } of answers) {
    if (text === '') continue;
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
    expect(text.length - text.indexOf('\r\n\r\n') - 4).toBe(length);
  }
  // A connection that was accepted and had sent its request gets its response.
  expect(answers.filter(({ statuses }) => statuses.length === 0).length).toBeLessThanOrEqual(8);
});

test.each([
  [
    'a wait of a minute',
    'GET /_emulator/messages/wait?contains=never&timeout=60s HTTP/1.1\r\nHost: localhost\r\n\r\n',
  ],
  ['a reader of events', 'GET /_emulator/events HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a request that never ends', 'POST /message HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{'],
  ['a connection without a request', ''],
])('%s does not prevent it from stopping', async (_, bytes) => {
  const server = await started();
  const socket = await open(server.port);
  if (bytes !== '') socket.write(bytes);
  expect(await server.isAlive()).toBe(true);
  expect(await stop(server)).toBe(0);
  socket.destroy();
});

test('webhooks to a receiver that never responds do not prevent it from stopping', async () => {
  const server = await started();
  const silent = await ServerProcess.start();
  onTestFinished(() => silent.kill());
  await silent.control('POST /faults', { path: '/batch', delay: '50s', times: 1000 });
  await server.api('POST /message', messageRequest({ to: '447700900001', callback: `${silent.url}/batch` }));
  expect(await server.isAlive()).toBe(true);
  expect(await stop(server)).toBe(0);
});
