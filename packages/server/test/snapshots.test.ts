import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createEmulator } from '@messaging-service/emulator';
import { messageRequest, type Served, START, serve } from '@messaging-service/test-support';
import { expect, onTestFinished, test, vi } from 'vitest';

async function filled(messages: number): Promise<string> {
  const emulator = createEmulator({ now: START, accounts: [{ senders: ['DEMO'], credits: messages }] });
  const destinations = Array.from({ length: messages }, (_, index) => String(33_600_000_000 + index));
  const url = `${emulator.baseUrl}/batch?key=${emulator.account.apiKey}`;
  const body = JSON.stringify({ from: 'DEMO', message: 'Hello', destinations });
  expect((await emulator.fetch(url, { method: 'POST', body })).status).toBe(200);
  return JSON.stringify(emulator.snapshot());
}

function upload({ server }: Served): ClientRequest {
  return request(`${server.url}/_emulator/snapshot`, { method: 'PUT' });
}

async function answerOf(call: ClientRequest): Promise<{ status: number | undefined; text: string }> {
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return { status: response.statusCode, text: (await response.toArray()).join('') };
}

test('calls see the old state while a snapshot arrives, and the new one once it is complete', async () => {
  const served = await serve();
  const snapshot = await filled(3);
  const call = upload(served);
  const answered = answerOf(call);
  call.write(snapshot.slice(0, -10));
  expect((await served.api('POST /message', messageRequest())).status).toBe(200);
  expect((await served.read<{ messages: unknown[] }>('/messages')).messages).toHaveLength(1);
  call.end(snapshot.slice(-10));
  expect((await answered).status).toBe(200);
  expect((await served.read<{ messages: unknown[] }>('/messages')).messages).toHaveLength(3);
});

test('a caller that closes the connection in the middle of an upload changes nothing', async () => {
  const served = await serve();
  const before = await served.read('/snapshot');
  const call = upload(served);
  call.on('error', () => undefined);
  call.write((await filled(3)).slice(0, -1));
  await once(call, 'socket');
  expect((await served.control('GET /health')).status).toBe(200);
  call.destroy();
  expect(await served.read('/snapshot')).toEqual(before);
});

test('interrupted uploads are not reported as failures of the emulator', async () => {
  const logged = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => logged.mockRestore());
  const served = await serve({}, { requestTimeout: 200 });
  const left = upload(served);
  left.on('error', () => undefined);
  left.write('{"version": 2,');
  await once(left, 'socket');
  await served.control('GET /health');
  left.destroy();
  const silent = upload(served);
  silent.write('{');
  expect((await answerOf(silent)).status).toBe(408);
  await served.control('GET /health');
  expect(logged.mock.calls).toEqual([]);
});

test('after an upload that was refused before its end, the connection serves the next calls', async () => {
  const { server, accountKey } = await serve();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = (method: string, path: string, body: string) =>
    answerOf(
      request(`${server.url}${path}`, {
        method,
        agent,
        headers: { 'content-length': Buffer.byteLength(body) },
      }).end(body),
    );
  const refused = await ask('PUT', '/_emulator/snapshot', `oops${' '.repeat(1_000_000)}`);
  expect(refused.status).toBe(400);
  const sent = await ask('POST', `/message?key=${accountKey}`, JSON.stringify(messageRequest()));
  expect(sent.status).toBe(200);
});

test('a snapshot may take longer to arrive than other requests, as long as data arrives', async () => {
  const { server, control } = await serve({}, { requestTimeout: 1_000 });
  const snapshot = request(`${server.url}/_emulator/snapshot`, { method: 'PUT' });
  const answered = answerOf(snapshot);
  const message = request(`${server.url}/message`, { method: 'POST' });
  const over = new AbortController();
  const cutOff = answerOf(message).finally(() => over.abort());
  while (!over.signal.aborted) {
    snapshot.write(' ');
    message.write(' ');
    await control('GET /health');
  }
  expect((await cutOff).status).toBe(408);
  snapshot.end('{');
  expect((await answered).status).toBe(400);
});

test('bytes that are not UTF-8 are refused', async () => {
  const served = await serve();
  const call = upload(served);
  const answered = answerOf(call);
  call.end(Buffer.from([0x7b, 0x22, 0xff, 0x22]));
  expect((await answered).status).toBe(400);
});

test.each(['null', '1', 'true', '"text"', '[]', ' 1 '])(
  '%s is refused as a snapshot, because it is not an object (EMU-7)',
  async (text) => {
    const { control } = await serve();
    const { status, body } = await control<{ error: { message: string } }>('PUT /snapshot', text);
    expect(status).toBe(400);
    expect(body.error.message).toContain('The request is not valid: the value must be an object');
  },
);

test('a large download shows one instant, although messages are sent and the service is reset', async () => {
  const served = await serve();
  const snapshot = await filled(30_000);
  await served.control('PUT /snapshot', snapshot);
  const response = await fetch(`${served.server.url}/_emulator/snapshot`);
  const key = (JSON.parse(snapshot) as { state: { accounts: { apiKey: string }[] } }).state.accounts[0]
    ?.apiKey;
  await served.api('POST /message', messageRequest(), key);
  await served.control('POST /reset');
  const { state } = (await response.json()) as { state: { batches: { messages: unknown[] }[] } };
  expect(state.batches.flatMap(({ messages }) => messages)).toHaveLength(30_000);
});
