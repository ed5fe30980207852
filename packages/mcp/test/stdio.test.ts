import { sendServed, serve } from '@messaging-service/test-support';
import { expect, test, vi } from 'vitest';
import { startCommand } from '../../server/test/command.ts';
import { connectOverStdio, REVISIONS } from './agents.ts';

test.each(REVISIONS)(
  'the command starts an emulator and serves its tools, revision %s (EMU-40)',
  async (revision) => {
    const agent = await connectOverStdio(['--clock', 'virtual', '--now', '2026-01-01T09:00Z'], { revision });
    expect(agent.client.getNegotiatedProtocolVersion()).toBe(revision);
    const { data } = await agent.call('get_environment');
    expect(data).toMatchObject({ mode: 'virtual', now: '2026-01-01T09:00:00.000Z' });
    const { MESSAGING_BASE_URL: url, MESSAGING_ACCOUNT_KEY: key } = data.variables;
    const body = {
      messages: [{ to: '447700900123', from: { type: 'shared' }, body: 'Zażółć \u202e 👩🏽‍🚀' }],
    };
    await fetch(`${url}/message?key=${key}`, { method: 'POST', body: JSON.stringify(body) });
    expect((await agent.call('list_messages')).data.messages).toMatchObject([
      { body: body.messages[0]?.body },
    ]);
  },
);

test('the command joins the emulator at MESSAGING_EMULATOR_URL, with its token (EMU-22)', async () => {
  const served = await serve({}, { controlToken: 'a-token-for-tests' });
  await sendServed(served, { body: 'Hello' });
  const { call } = await connectOverStdio([], {
    env: { MESSAGING_EMULATOR_URL: served.server.url, MESSAGING_EMULATOR_TOKEN: 'a-token-for-tests' },
  });
  expect((await call('list_messages')).data.messages).toMatchObject([{ body: 'Hello' }]);
  expect((await call('get_environment')).data.variables.MESSAGING_BASE_URL).toBe(served.server.url);
});

test('the command joins a sandbox by its controlUrl (EMU-5)', async () => {
  const served = await serve();
  const { body } = await served.control<{ controlUrl: string }>('POST /sandboxes', { name: 'checkout' });
  await sendServed(served);
  const { call, client } = await connectOverStdio(['--url', body.controlUrl]);
  expect((await call('list_messages')).data.total).toBe(0);
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('open_sandbox');
});

test('a tool whose emulator has ended says so, and works again when there is another one', async () => {
  const served = await serve();
  const { call } = await connectOverStdio(['--url', served.server.url]);
  expect((await call('list_due')).isError).toBe(false);
  await served.server.close();
  const { isError, text } = await call('list_messages');
  expect(isError).toBe(true);
  expect(text).toContain(
    `No emulator can be reached at ${served.server.url} (ECONNREFUSED).\nStart an emulator there`,
  );
  await serve({}, { port: Number(new URL(served.server.url).port) });
  expect((await call('list_messages')).isError).toBe(false);
});

test.each([
  ['with its input', ({ client }: StdioAgent) => client.close()],
  ['with a signal', ({ transport }: StdioAgent) => process.kill(transport.pid ?? 0, 'SIGTERM')],
])('the command and its emulator end %s (EMU-23)', async (_, end) => {
  const agent = await connectOverStdio();
  const { MESSAGING_BASE_URL: url } = (await agent.call('get_environment')).data.variables;
  await end(agent);
  await vi.waitFor(() => expect(fetch(`${url}/_emulator/health`)).rejects.toThrow(), { timeout: 30_000 });
});

type StdioAgent = Awaited<ReturnType<typeof connectOverStdio>>;

test.each([
  ['an address that is not one', ['--url', '127.0.0.1:4010'], '--url must be the address of an emulator'],
  [
    'an address without an emulator',
    ['--url', 'http://127.0.0.1:9'],
    'No emulator can be reached at http://127.0.0.1:9',
  ],
  ['an unknown option', ['--sandbxo', 'x'], "Unknown option '--sandbxo'"],
])('%s is refused in words, with exit code 2 (EMU-20)', async (_, args, message) => {
  const { ended } = startCommand(['mcp', ...args]);
  const { code, stderr, stdout } = await ended;
  expect(stderr).toContain(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

test('help explains the command', async () => {
  const { ended } = startCommand(['mcp', '--help']);
  expect(await ended).toMatchObject({ code: 0, stdout: expect.stringContaining('MESSAGING_EMULATOR_URL') });
});
