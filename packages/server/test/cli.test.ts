import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StateFile } from '@messaging-service/server/core';
import { freePort, request, serve, temporaryFolder } from '@messaging-service/test-support';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runInProcess } from '../../../test/in-process.ts';
import { PROGRAM, type Ready, startCommand } from './command.ts';

test('--json prints one line with the address, the keys and the sender IDs, and SIGTERM stops it cleanly', async () => {
  const { child, output, ended } = startCommand(['--port', '0', '--json']);
  const line = await output();
  const ready = JSON.parse(line) as Ready;
  expect(line.trim().split('\n')).toHaveLength(1);
  expect(ready).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    inspectorUrl: `${ready.url}/_emulator/`,
    organization: { identifier: expect.any(String), apiKey: expect.stringMatching(/^[0-9a-f]{32}$/) },
    account: {
      identifier: expect.any(String),
      apiKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      senders: ['DEMO', '447700900990'],
    },
    sharedSenders: Array.from({ length: 10 }, (_, index) => `44770090098${index}`),
  });
  expect(await request(ready.url, 'GET /_emulator/health')).toMatchObject({ body: { clock: 'system' } });
  expect(await request(ready.url, `GET /batch?key=${ready.account.apiKey}`)).toMatchObject({ status: 200 });
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});

test('--json prints null for the account if none is configured (EMU-15)', async () => {
  const { child, ready } = startCommand(['--json', '--port', '0', '--config', configFile({ accounts: [] })]);
  expect(await ready()).toMatchObject({ organization: {}, account: null });
  child.kill('SIGTERM');
});

test('a configuration in TypeScript is found in the working directory, and flags override it (EMU-20)', async () => {
  const cwd = temporaryFolder('emulator');
  writeFileSync(
    join(cwd, 'messaging-emulator.config.ts'),
    `import { defineConfig, type EmulatorConfig } from '@messaging-service/emulator';
     const config: EmulatorConfig = {
       clock: 'system',
       accounts: [{ name: 'A', credits: 7 }],
       server: { host: '127.0.0.2', port: 1 },
     };
     export default defineConfig(config);`,
  );
  const time = ['--clock', 'virtual', '--now', '2026-01-01T09:00Z'];
  const { child, ready, ended } = startCommand(['--json', '--port', '0', '--seed', '3', ...time], { cwd });
  const { url, organization } = await ready();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.2:\d{2,}$/);
  expect((await request(url, 'GET /_emulator/clock')).body).toEqual({
    now: '2026-01-01T09:00:00.000Z',
    mode: 'virtual',
  });
  const { body } = await request(url, `GET /account?key=${organization.apiKey}`);
  expect(body).toMatchObject({ accounts: [{ name: 'A', credits: 7 }] });
  child.kill('SIGINT');
  expect((await ended).code).toBe(0);
});

test('without flags for scripts it prints where the inspector is, and a command that sends a text', async () => {
  const { output } = startCommand(['--port', '0']);
  await vi.waitFor(async () => expect(await output()).toContain('Ctrl+C'), { timeout: 50_000 });
  const lines = (await output()).trimEnd().split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[1]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/_emulator\/$/);
  const { stdout } = await promisify(execFile)('sh', ['-c', `${lines.slice(2, 4).join('\n')} --silent`]);
  expect(JSON.parse(stdout)).toMatchObject({ identifier: expect.any(String) });
});

test('--verbose also prints the keys and the shared sender IDs', async () => {
  const { child, output, ended } = startCommand(['--port', '0', '--verbose']);
  await output();
  child.kill('SIGTERM');
  expect((await ended).stdout).toMatch(/Account key +decade00.*Shared sender IDs +447700900980, /s);
});

test('--quiet serves and prints nothing', async () => {
  const port = await freePort();
  const { child, ended } = startCommand(['--port', String(port), '--quiet']);
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/_emulator/health`), { timeout: 50_000 });
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: 0, stdout: '', stderr: '' });
});

/** A file that holds a configuration. */
function configFile(config: unknown): string {
  const file = join(temporaryFolder('emulator'), 'config.json');
  writeFileSync(file, JSON.stringify(config));
  return file;
}

test.each([
  [['--port', '99999'], '--port must be from 0 to 65535'],
  [['-p', '4010'], "Unknown option '-p'.\nSee messaging-emulator --help.\n"],
  [['--colour'], "Unknown option '--colour'.\nSee messaging-emulator --help.\n"],
  [['--port', ''], '--port must be a whole number; got "".'],
  [['--port', '0x50'], '--port must be a whole number; got "0x50".'],
  [['--clock', 'lunar'], '--clock must be one of "virtual", "system"; got "lunar"\n'],
  [['--clock', 'vitrual'], 'got "vitrual"; did you mean "virtual"?\n'],
  [['--now', 'today'], '--now must be an instant'],
  [['--seed', '1.5'], '--seed must be a whole number; got "1.5".'],
  [['--allow-origin', '*'], 'List each origin'],
  [['--allow-origin', 'localhost:3000'], 'must be an origin'],
  [['--allow-host', 'http://emulator'], 'must be a host name without scheme, port, path or wildcard'],
  [['--allow-host', '*.example'], 'must be a host name without scheme, port, path or wildcard'],
  [['--prot', '1'], "Unknown option '--prot'. Did you mean --port?"],
  [['4010'], 'The argument "4010" is unexpected. Did you mean --port 4010?\n'],
  [['virtual'], 'The argument "virtual" is unexpected. Did you mean --clock virtual?\n'],
  [['emulator.json'], 'Did you mean --config emulator.json?\n'],
  [['quiet'], 'Did you mean --quiet?\n'],
  [['start'], 'The argument "start" is unexpected. Every option begins with "--".\n'],
  [
    ['--control-token', 'my', 'secret', 'token'],
    '2 arguments are unexpected. Quote values that contain spaces.\nSee',
  ],
  [
    ['--credits', '5'],
    "Unknown option '--credits'. A configuration has the member accounts[].credits: pass its file with --config.\n",
  ],
  [['--retry-delays', '5s'], 'has the member webhooks.retryDelays'],
  [['--log', 'xml'], '--log must be one of "text", "json", "off"; got "xml"'],
  [['--control-token', 'short'], '--control-token or MESSAGING_EMULATOR_TOKEN must be at least 8'],
  [['--state', ''], '--state must not be empty'],
  [['--config', '/nowhere.json'], '--config /nowhere.json cannot be read'],
  [['--config', configFile([])], 'does not contain a JSON object'],
  [['--config', configFile({ baseUrl: 'ftp://a.example' })], 'baseUrl must be an absolute http or https URL'],
])('%j is refused with words that help', async (args, words) => {
  const { code, stderr } = await runInProcess({ program: PROGRAM, args });
  expect(code).toBe(2);
  expect(stderr).toContain(words);
});

test('a port that is taken is named', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = String((server.address() as AddressInfo).port);
  onTestFinished(() => void server.close());
  const { code, stderr } = await startCommand(['--port', port]).ended;
  expect([code, stderr]).toEqual([2, expect.stringContaining(`Cannot listen on 127.0.0.1:${port}`)]);
  expect(stderr).toContain('Another program uses this port. Stop that program.');
  expect(stderr).toMatch(/Or use a free port with --port 0\.\n$/);
});

test('a port that another emulator uses is reported as such', async () => {
  const { server } = await serve({}, { controlToken: 'token-for-tests' });
  const { port } = new URL(server.url);
  const { code, stderr } = await startCommand(['--port', port]).ended;
  expect([code, stderr]).toEqual([2, expect.stringContaining('Another messaging emulator uses this port.')]);
});

test('a defect while the services are prepared is not reported as a port that cannot be used', async () => {
  const stopsOnSignal = vi.spyOn(process, 'on').mockReturnValue(process);
  onTestFinished(() => stopsOnSignal.mockRestore());
  vi.spyOn(StateFile, 'open').mockRejectedValue(new RangeError('A defect.'));
  const args = ['--port', '0', '--state', 'unused'];
  await expect(runInProcess({ program: PROGRAM, args })).rejects.toThrow(new RangeError('A defect.'));
});

test.each([['stdout'], ['stderr', '--json']] as const)(
  'the server continues after the reader of its log on %s has stopped (EMU-21)',
  async (name, ...flags) => {
    const { child, output, ended } = startCommand(['--port', '0', '--log', 'text', ...flags]);
    const [url = ''] = /http:\/\/[\d.:]+/.exec(await output()) ?? [];
    child[name].destroy();
    for (let call = 0; call < 3; call++)
      expect(await request(url, 'GET /batch')).toMatchObject({ status: 400 });
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  },
);

test('with --json, the log goes to standard error and the token comes from the environment (EMU-21, EMU-22)', async () => {
  const env = { MESSAGING_EMULATOR_TOKEN: 'token-for-tests' };
  const { child, ready } = startCommand(['--port', '0', '--json', '--log', 'json'], { env });
  const { url, account } = await ready();
  expect(await request(url, 'GET /_emulator/clock')).toMatchObject({ status: 401 });
  const logged = once(child.stderr, 'data') as Promise<[Buffer]>;
  await request(url, `GET /batch?key=${account.apiKey}`);
  const [line] = await logged;
  expect(JSON.parse(line.toString())).toMatchObject({ type: 'call', status: 200 });
});

test.runIf(process.platform === 'linux')('--open opens the inspector in a browser', async () => {
  const folder = temporaryFolder('emulator');
  const opened = join(folder, 'opened');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${opened}\n`, { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env.PATH}` };
  const { inspectorUrl } = await startCommand(['--port', '0', '--json', '--open'], { env }).ready();
  await vi.waitFor(() => expect(readFileSync(opened, 'utf8')).toBe(inspectorUrl), { timeout: 50_000 });
});

test('where no browser can be opened, --open says so and the emulator serves', async () => {
  const { child, ended } = startCommand(['--port', '0', '--json', '--open'], { env: { PATH: '' } });
  const [warning] = (await once(child.stderr, 'data')) as [Buffer];
  expect(warning.toString()).toMatch(/no browser could be opened .*Open http.*\/_emulator\//);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});

test('--version prints the version of the package', async () => {
  const manifest = JSON.parse(
    readFileSync(new URL('../../emulator/package.json', import.meta.url), 'utf8'),
  ) as {
    version: string;
  };
  expect(await runInProcess({ program: PROGRAM, args: ['--version'] })).toMatchObject({
    code: 0,
    stdout: `${manifest.version}\n`,
  });
});

test('--help prints the usage', async () => {
  expect(await runInProcess({ program: PROGRAM, args: ['--help'] })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('--allow-host'),
  });
});
