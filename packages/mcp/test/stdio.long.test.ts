import { sendServed, serve } from '@messaging-service/test-support';
import { x } from 'tinyexec';
import { expect, test, vi } from 'vitest';
import { COMMAND, ROOT, startCommand } from '../../server/test/command.ts';
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

/** Runs the command with a text as its whole input. */
async function pipe(input: string) {
  const [node, ...sources] = COMMAND;
  const child = x(node, [...sources, 'mcp'], { nodeOptions: { stdio: ['pipe', 'pipe', 'pipe'] } });
  // The command can end before it has read everything.
  child.process?.stdin?.on('error', () => undefined).end(input);
  return child;
}

const lineOf = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const clientInfo = { name: 'pipe', version: '1.0.0' };
const INITIALIZE = lineOf({
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
});

test('a program that pipes its calls in gets all responses, and the command ends', async () => {
  const callOf = (id: number, name: string, args: object = {}) =>
    lineOf({ id, method: 'tools/call', params: { name, arguments: args } });
  const calls = [
    callOf(2, 'get_environment'),
    callOf(3, 'advance_clock', { by: '1h' }),
    callOf(4, 'list_due'),
  ];
  const { stdout, exitCode } = await pipe(`${INITIALIZE}no JSON\n{"id":5}\n${calls.join('')}`);
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; result: object });
  expect(answers.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
  for (const { result } of answers) expect(result).not.toHaveProperty('isError');
  expect(exitCode).toBe(0);
});

test('a call that takes longer ends with the input, too', async () => {
  const wait = { name: 'wait_for_message', arguments: { timeout: '60s' } };
  const { exitCode } = await pipe(INITIALIZE + lineOf({ id: 2, method: 'tools/call', params: wait }));
  expect(exitCode).toBe(0);
}, 30_000);

test('a message that is too long ends the command, with the reason', async () => {
  const { stderr } = await pipe(`${INITIALIZE}${'x'.repeat(11 * 1024 * 1024)}\n`);
  expect(stderr).toContain('A message on standard input is longer than 10 MiB. The connection ends.');
});

test('a sandbox that does not exist, and options of another emulator, are refused at the start', async () => {
  const { server } = await serve();
  const none = await startCommand(['mcp', '--url', `${server.url}/_emulator/sandboxes/none`]).ended;
  expect(none.stderr).toContain('There is no sandbox none. Open one there, correct MESSAGING_EMULATOR_URL');
  const two = await startCommand(['mcp', '--clock', 'virtual'], {
    env: { MESSAGING_EMULATOR_URL: server.url },
  }).ended;
  expect(two.stderr).toContain(
    '--clock is for an emulator that the command starts, and MESSAGING_EMULATOR_URL',
  );
  expect([none.code, two.code]).toEqual([2, 2]);
});

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

test('a Node that is too old is named, so that a client that started it shows why', async () => {
  const old = "Object.defineProperty(process, 'versions', { value: { node: '20.19.0' } })";
  const bin = `${ROOT}packages/emulator/bin/messaging-emulator.js`;
  const { exitCode, stderr } = await x(process.execPath, [
    '--import',
    `data:text/javascript,${old}`,
    bin,
    'mcp',
  ]);
  expect(stderr).toContain('messaging-emulator requires Node 22.12 or later; this is 20.19.0');
  expect(exitCode).toBe(1);
});

test('help explains the command', async () => {
  const { ended } = startCommand(['mcp', '--help']);
  expect(await ended).toMatchObject({ code: 0, stdout: expect.stringContaining('MESSAGING_EMULATOR_URL') });
});
