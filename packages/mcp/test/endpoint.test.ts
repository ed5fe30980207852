import { request } from 'node:http';
import { serve } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { connectOverHttp, REVISIONS, send, serveAgent } from './agents.ts';

test.each(REVISIONS)('a client of revision %s lists the tools and calls one (EMU-40)', async (revision) => {
  const served = await serveAgent({}, { revision });
  expect(served.client.getNegotiatedProtocolVersion()).toBe(revision);
  const { tools } = await served.client.listTools();
  expect(tools.map(({ name }) => name)).toContain('wait_for_message');
  await send(served, { body: 'Your code is 482913' });
  expect((await served.call('wait_for_message', { code: true })).data.code).toBe('482913');
});

test('below a sandbox, all calls are about that sandbox, and none can name another one (EMU-5)', async () => {
  const served = await serveAgent();
  await send(served);
  const { data } = await served.call('open_sandbox', { name: 'checkout' });
  const agent = await connectOverHttp(served.server.url, { path: `/sandboxes/${data.sandbox}/mcp` });
  expect((await agent.call('list_messages')).data.total).toBe(0);
  expect((await agent.call('get_environment')).data.variables).toEqual(data.variables);
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain('open_sandbox');
  expect(JSON.stringify(tools.map(({ inputSchema }) => inputSchema))).not.toContain('"sandbox"');
  const { isError, text } = await agent.call('list_messages', { sandbox: 'sandbox-2' });
  expect(isError).toBe(true);
  expect(text).toContain('list_messages has no argument "sandbox"');
  await served.control(`DELETE /sandboxes/${data.sandbox}`);
  expect((await agent.call('list_messages')).text).toContain(
    `Connect to ${served.server.url}/_emulator/mcp instead, where open_sandbox opens another one.`,
  );
});

test('a client without the control token is refused, one with it is not (EMU-22)', async () => {
  const served = await serve({}, { controlToken: 'a-token-for-tests' });
  await expect(connectOverHttp(served.server.url)).rejects.toThrow(
    /401|Unauthorized|requires its control token/,
  );
  const agent = await connectOverHttp(served.server.url, { token: 'a-token-for-tests' });
  expect((await agent.call('list_due')).data.jobs).toEqual([]);
});

test.each([
  ['a page of another origin', { origin: 'https://evil.example' }],
  ['another host name', { host: 'evil.example' }],
])('a call of %s is refused (EMU-10)', async (_, headers) => {
  const { server } = await serveAgent();
  const status = await new Promise((resolve, reject) => {
    const sent = request(`${server.url}/_emulator/mcp`, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode);
      response.resume();
    });
    sent.on('error', reject).end('{}');
  });
  expect(status).toBe(403);
});

test('what is not a message of the protocol is refused, and the server continues', async () => {
  const { server, call } = await serveAgent();
  const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${server.url}/_emulator/mcp`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    });
  expect((await post('{')).status).toBe(400);
  expect((await post('[]')).status).toBe(400);
  expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415);
  expect(
    (await post('{"jsonrpc":"2.0","id":1,"method":"tools/list"}', { 'mcp-session-id': 'none' })).status,
  ).toBe(404);
  expect((await fetch(`${server.url}/_emulator/mcp`)).status).toBe(405);
  expect((await fetch(`${server.url}/_emulator/mcp`, { method: 'DELETE' })).status).toBe(405);
  expect((await post(`{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(11 * 1024 * 1024)}"}`)).status).toBe(
    413,
  );
  expect((await call('list_due')).isError).toBe(false);
});
