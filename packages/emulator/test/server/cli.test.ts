import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { freePort, request, serve } from '@messaging-service/test-support';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runInProcess } from '../../../../test/in-process.ts';
import { StateFile } from '../../src/state-file/state-file.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

const PROGRAM = new URL('../../src/cli/main.ts', import.meta.url);

/** Starts the command from sources. */
function start(...args: string[]): ChildProcess {
  return startIn({}, ...args);
}

/** The same in another environment. */
function startIn(env: NodeJS.ProcessEnv, ...args: string[]): ChildProcess {
  const command = ['--import', './tools/source-resolution.ts', 'packages/emulator/src/cli/main.ts', ...args];
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

async function firstOutput(child: ChildProcess): Promise<string> {
  const [chunk] = (await once(child.stdout as Readable, 'data')) as [Buffer];
  return chunk.toString();
}

async function endOf(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

test('--json prints one line with the address, the keys and the sender IDs, and SIGTERM stops it cleanly', async () => {
  const child = start('--port', '0', '--json');
  const output = await firstOutput(child);
  const ready = JSON.parse(output) as { url: string; account: { apiKey: string } };
  expect(output.trim().split('\n')).toHaveLength(1);
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
  expect((await endOf(child)).code).toBe(0);
});

test('--clock, --now, --seed and --config decide what is served, flags before the file', async () => {
  const config = join(mkdtempSync(join(tmpdir(), 'emulator-')), 'config.json');
  writeFileSync(
    config,
    JSON.stringify({
      clock: 'system',
      sharedSenders: ['447700900985'],
      accounts: [{ name: 'A', credits: 7 }],
    }),
  );
  const child = start(
    '--port',
    '0',
    '--json',
    '--clock',
    'virtual',
    '--now',
    '2026-01-01T09:00Z',
    '--seed',
    '3',
    '--config',
    config,
  );
  const { url, organization, sharedSenders } = JSON.parse(await firstOutput(child)) as {
    url: string;
    organization: { apiKey: string };
    sharedSenders: string[];
  };
  expect(sharedSenders).toEqual(['447700900985']);
  expect((await request(url, 'GET /_emulator/clock')).body).toEqual({
    now: '2026-01-01T09:00:00.000Z',
    mode: 'virtual',
  });
  const { body } = await request<{ accounts: unknown[] }>(url, `GET /account?key=${organization.apiKey}`);
  expect(body.accounts).toMatchObject([{ name: 'A', credits: 7 }]);
  child.kill('SIGINT');
  expect((await endOf(child)).code).toBe(0);
});

test('a configuration in TypeScript is found in the working directory, and flags override it (EMU-20)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-'));
  writeFileSync(
    join(folder, 'messaging-emulator.config.ts'),
    `import { defineConfig, type EmulatorConfig } from '@messaging-service/emulator';
     const config: EmulatorConfig = { clock: 'virtual', seed: 3, server: { host: '127.0.0.2', port: 1 } };
     export default defineConfig(config);`,
  );
  const command = ['--import', join(ROOT, 'tools/source-resolution.ts'), fileURLToPath(PROGRAM)];
  const child = spawn(process.execPath, [...command, '--json', '--port', '0'], { cwd: folder });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { url } = JSON.parse(await firstOutput(child)) as { url: string };
  expect(url).toMatch(/^http:\/\/127\.0\.0\.2:\d{2,}$/);
  expect((await request(url, 'GET /_emulator/clock')).body).toMatchObject({ mode: 'virtual' });
});

test('without flags for scripts it prints the text for users', async () => {
  expect(await firstOutput(start('--port', '0'))).toMatch(/Inspector +http.*Account key +decade00/s);
});

test('--quiet serves and prints nothing', async () => {
  const port = await freePort();
  const child = start('--port', String(port), '--quiet');
  const ended = endOf(child);
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/_emulator/health`), { timeout: 50_000 });
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: 0, stdout: '', stderr: '' });
});

/** A file that holds a configuration. */
function configFile(config: unknown): string {
  const file = join(mkdtempSync(join(tmpdir(), 'emulator-')), 'config.json');
  writeFileSync(file, JSON.stringify(config));
  return file;
}

test.each([
  [['--port', '99999'], '--port must be from 0 to 65535'],
  [['--colour'], "Unknown option '--colour'"],
  [['--clock', 'lunar'], 'clock must be one of "virtual", "system"; got "lunar"'],
  [['--now', 'today'], 'now must be an instant'],
  [['--seed', ''], 'seed must be'],
  [['--allow-origin', '*'], 'List each origin'],
  [['--allow-origin', 'localhost:3000'], 'must be an origin'],
  [['--allow-host', 'http://emulator'], 'must be a host name without scheme, port, path or wildcard'],
  [['--allow-host', '*.example'], 'must be a host name without scheme, port, path or wildcard'],
  [['--prot', '1'], "Unknown option '--prot'. Did you mean --port?"],
  [['4010'], '1 argument is unexpected'],
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
  const { code, stderr } = await endOf(start('--port', port));
  expect([code, stderr]).toEqual([2, expect.stringContaining(`Cannot listen on 127.0.0.1:${port}`)]);
  expect(stderr).toContain('Another program uses this port. Stop that program.');
  expect(stderr).toContain('Or use a free port with --port 0.');
});

test('a port that another emulator uses is reported as such', async () => {
  const { server } = await serve({}, { controlToken: 'token-for-tests' });
  const { port } = new URL(server.url);
  const { code, stderr } = await endOf(start('--port', port));
  expect([code, stderr]).toEqual([2, expect.stringContaining('Another messaging emulator uses this port.')]);
});

test('a defect while the services are prepared is not reported as a port that cannot be used', async () => {
  const stopsOnSignal = vi.spyOn(process, 'on').mockReturnValue(process);
  onTestFinished(() => stopsOnSignal.mockRestore());
  vi.spyOn(StateFile, 'open').mockRejectedValue(new RangeError('A defect.'));
  const args = ['--port', '0', '--state', 'unused'];
  await expect(runInProcess({ program: PROGRAM, args })).rejects.toThrow(new RangeError('A defect.'));
});

test('with --json, the log goes to standard error and the token comes from the environment (EMU-21, EMU-22)', async () => {
  const child = startIn(
    { MESSAGING_EMULATOR_TOKEN: 'token-for-tests' },
    '--port',
    '0',
    '--json',
    '--log',
    'json',
  );
  const { url, account } = JSON.parse(await firstOutput(child)) as {
    url: string;
    account: { apiKey: string };
  };
  expect(await request(url, 'GET /_emulator/health')).toMatchObject({ status: 401 });
  const logged = once(child.stderr as Readable, 'data') as Promise<[Buffer]>;
  await request(url, `GET /batch?key=${account.apiKey}`);
  const [line] = await logged;
  expect(JSON.parse(line.toString())).toMatchObject({ type: 'call', status: 200 });
});

test.runIf(process.platform === 'linux')('--open opens the inspector in a browser', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-'));
  const opened = join(folder, 'opened');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${opened}\n`, { mode: 0o755 });
  const child = startIn({ PATH: `${folder}:${process.env.PATH}` }, '--port', '0', '--json', '--open');
  const { inspectorUrl } = JSON.parse(await firstOutput(child)) as { inspectorUrl: string };
  await vi.waitFor(() => expect(readFileSync(opened, 'utf8')).toBe(inspectorUrl), { timeout: 50_000 });
});

test('where no browser can be opened, --open says so and the emulator serves', async () => {
  const child = startIn({ PATH: '' }, '--port', '0', '--json', '--open');
  const [warning] = (await once(child.stderr as Readable, 'data')) as [Buffer];
  expect(warning.toString()).toMatch(/no browser could be opened .*Open http.*\/_emulator\//);
  child.kill('SIGTERM');
  expect((await endOf(child)).code).toBe(0);
});

test('--version prints the version of the package', async () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
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
