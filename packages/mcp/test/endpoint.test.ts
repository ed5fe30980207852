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

/** Posts a message as a client without a library does. */
async function postTo(url: string, message: object, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const clientInfo = { name: 'agent', version: '1.0.0' };
const initialize = (protocolVersion: string) => ({
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo },
});

test.each([
  ['anything', '*/*'],
  ['JSON only', 'application/json'],
])(
  'a client that accepts %s gets JSON instead of events, with a session and without one',
  async (_, accept) => {
    const { server } = await serveAgent();
    const url = `${server.url}/_emulator/mcp/`;
    const list = { method: 'tools/call', params: { name: 'list_due', _meta: { progressToken: 1 } } };
    const began = await postTo(url, initialize('2025-06-18'), { accept });
    const session = { 'mcp-session-id': began.headers.get('mcp-session-id') ?? '' };
    for (const headers of [{}, session]) {
      const { status, headers: got, text } = await postTo(url, list, { accept, ...headers });
      expect(status, text).toBe(200);
      expect(got.get('content-type')).toBe('application/json');
      expect(JSON.parse(text)).toMatchObject({ id: 1, result: { structuredContent: { jobs: [] } } });
    }
    const both = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
    const response = await fetch(url, {
      method: 'POST',
      body: JSON.stringify(both),
      headers: { accept, 'content-type': 'application/json' },
    });
    expect(await response.json()).toMatchObject([
      { id: 1, result: {} },
      { id: 2, result: {} },
    ]);
  },
);

test('a wait of a client that reads JSON ends when the client is gone', async () => {
  const { server } = await serveAgent();
  const stop = new AbortController();
  const params = { name: 'wait_for_message', arguments: { timeout: '60s' } };
  const waiting = fetch(`${server.url}/_emulator/mcp`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    headers: { 'content-type': 'application/json' },
    signal: stop.signal,
  });
  // The server has the call when it has answered a later one.
  await postTo(`${server.url}/_emulator/mcp`, { method: 'ping' });
  stop.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await server.close({ limit: 20_000 });
});

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '1999-01-01'])(
  'a client that asks for revision %s is served in one that both know',
  async (revision) => {
    const { server } = await serveAgent();
    const url = `${server.url}/_emulator/mcp`;
    const began = await postTo(url, initialize(revision));
    const { protocolVersion } = (JSON.parse(began.text) as { result: { protocolVersion: string } }).result;
    expect(protocolVersion).toBe(revision === '1999-01-01' ? '2025-11-25' : revision);
    const session = began.headers.get('mcp-session-id') ?? '';
    const headers = { 'mcp-session-id': session, 'mcp-protocol-version': protocolVersion };
    const textOf = async (method: string, params: object = {}) =>
      (await postTo(url, { method, params }, headers)).text;
    expect(JSON.parse(await textOf('ping'))).toMatchObject({ result: {} });
    expect(JSON.parse(await textOf('tools/list'))).toMatchObject({ result: { tools: expect.any(Array) } });
    expect(JSON.parse(await textOf('resources/templates/list'))).toMatchObject({
      result: { resourceTemplates: [] },
    });
    // Clients ask for what the server does not have, and continue after this error.
    for (const method of ['prompts/list', 'logging/setLevel', 'completion/complete', 'resources/subscribe'])
      expect(JSON.parse(await textOf(method))).toMatchObject({ error: { code: -32_601 } });
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(200);
    expect(await textOf('ping')).toContain('The session does not exist');
  },
);

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
