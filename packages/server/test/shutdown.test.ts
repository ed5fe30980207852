import { once } from 'node:events';
import { Agent, get, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { messageRequest, request, serve } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { startCommand } from './command.ts';

/** Starts the command, and waits until it is ready. */
async function start() {
  const { child, ready, ended } = startCommand(['--port', '0', '--json']);
  const { url, account } = await ready();
  return { child, url, key: account.apiKey, code: ended.then(({ code }) => code) };
}

test('a call that was processed gets its response, although the server is stopped meanwhile', async () => {
  const { child, url, key, code } = await start();
  await request(url, 'POST /_emulator/faults', { path: '/message', when: 'after', delay: '4s' });
  const answered = fetch(`${url}/message?key=${key}`, {
    method: 'POST',
    body: JSON.stringify(messageRequest()),
  });
  expect((await request(url, 'GET /_emulator/messages/wait?timeout=40s')).status).toBe(200);
  child.kill('SIGTERM');
  const response = await answered;
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
  expect(await code).toBe(0);
});

test('clients under load get a response to every call that was accepted, and the server then exits', async () => {
  const { child, url, key, code } = await start();
  const failures: string[] = [];
  // Each of them continues until the server no longer listens.
  const client = async (isFirst: boolean) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let sent = 0; ; sent++) {
      // A second signal would end the process.
      if (isFirst && sent === 20) child.kill('SIGTERM');
      try {
        expect(await post(`${url}/message?key=${key}`, agent)).toBe(200);
      } catch (error) {
        failures.push((error as NodeJS.ErrnoException).code ?? String(error));
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, index) => client(index === 0)));
  expect(new Set(failures)).toEqual(new Set(['ECONNREFUSED']));
  expect(await code).toBe(0);
});

test('a call that keeps the server busy when it is stopped gets its response', async () => {
  const { child, url, key, code } = await start();
  const messages = Array.from({ length: 30_000 }, () => messageRequest().messages[0]);
  const call = httpRequest(`${url}/message?key=${key}`, { method: 'POST' });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  call.end(JSON.stringify({ messages }));
  await once(call, 'finish');
  child.kill('SIGTERM');
  const [response] = await answered;
  response.resume();
  // The account has 1,000 credits.
  expect(response.statusCode).toBe(402);
  expect(await code).toBe(0);
});

test('a download that has begun completes', async () => {
  const { child, url, key, code } = await start();
  const messages = Array.from({ length: 10_000 }, () => messageRequest().messages[0]);
  await request(url, `POST /message?key=${key}`, { messages });
  const [download] = (await once(get(`${url}/_emulator/snapshot`), 'response')) as [IncomingMessage];
  child.kill('SIGTERM');
  const snapshot = JSON.parse(await text(download)) as { state: object };
  expect(snapshot.state).toBeTypeOf('object');
  expect(await code).toBe(0);
});

test('a second signal ends the process although a call is running', async () => {
  const { child, url, key, code } = await start();
  await request(url, 'POST /_emulator/faults', { delay: '60s' });
  const answered = fetch(`${url}/batch?key=${key}`).catch(() => 'cut');
  await expect
    .poll(() => request<{ faults: unknown[] }>(url, 'GET /_emulator/faults').then(({ body }) => body.faults))
    .toMatchObject([{ hits: 1 }]);
  child.kill('SIGTERM');
  await expect.poll(() => request(url, 'GET /_emulator/health').catch(() => 'refused')).toBe('refused');
  child.kill('SIGTERM');
  expect(await code).toBe(143);
  expect(await answered).toBe('cut');
});

test('close() ends waits with 503, ends event streams and idle connections, and keeps to its limit', async () => {
  const { server, control, read, api } = await serve();
  const waited = control('GET /messages/wait?timeout=60s');
  const events = await fetch(`${server.url}/_emulator/events`);
  await control('POST /faults', { delay: '60s' });
  const held = api('GET /batch').catch(() => 'cut');
  await expect
    .poll(async () => (await read<{ faults: unknown[] }>('/faults')).faults)
    .toMatchObject([{ hits: 1 }]);
  const closed = server.close({ limit: 300 });
  expect(await waited).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  expect(await events.text()).toContain('every fact');
  await closed;
  expect(await held).toBe('cut');
  await server.close();
});

async function post(url: string, agent: Agent): Promise<number> {
  const call = httpRequest(url, { method: 'POST', agent });
  call.end(JSON.stringify(messageRequest()));
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  await text(response);
  return response.statusCode ?? 0;
}
