import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConformanceReport } from '@messaging-service/conformance';
import { USAGE } from '@messaging-service/conformance/core';
import { createEmulator, type Emulator, type EmulatorOptions } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { temporaryFolder } from '@messaging-service/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { type Ended, runInProcess } from '../../../test/in-process.ts';
import manifest from '../package.json' with { type: 'json' };
import { always, serveStrangely } from './strange-service.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const PROGRAM = new URL('../src/cli/main.ts', import.meta.url);

/** Runs the command from sources until it ends. */
function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const noKeys = { MESSAGING_ACCOUNT_KEY: '', MESSAGING_ORGANIZATION_KEY: '', FORCE_COLOR: '0' };
  return runInProcess({ program: PROGRAM, args, env: { ...noKeys, ...env } });
}

/** The path of a file that does not exist yet. */
const newFile = () => join(temporaryFolder('conformance'), 'emulator.config.json');

/** A live service, as far as the command can tell. */
async function serve(options?: EmulatorOptions): Promise<{ emulator: Emulator; args: string[] }> {
  const emulator = createEmulator({ clock: 'system', ...options });
  const server = await listen(emulator, { port: 0 });
  onTestFinished(async () => {
    await server.close();
    emulator.close();
  });
  const { account, organization } = emulator;
  const keys = ['--account-key', account.apiKey, '--organization-key', organization.apiKey];
  return { emulator, args: ['--base-url', server.url, ...keys, '--sender', 'DEMO'] };
}

test('a conforming service is the service: exit code 0, a scorecard without its keys, and no message is sent', async () => {
  const { emulator, args } = await serve();
  const { code, stdout, stderr } = await run(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /^This is the service\.\n\d+ passed, 0 failed, \d+ skipped; .+, 0 unlike the emulator\n/,
  );
  expect(stdout).not.toContain('Differences');
  expect(stdout.split('\n').length).toBeLessThan(25);
  expect(stdout).not.toContain(emulator.account.apiKey);
  expect(stdout).not.toContain(emulator.organization.apiKey);
  expect(emulator.messages()).toEqual([]);
});

test('a service that breaks a clause ends with exit code 1, and --json reports the clause', async () => {
  const { emulator, args } = await serve();
  const body = [{ code: '1', description: 'Sent' }];
  emulator.addFault({ path: '/dr-responses', status: 200, body, times: 9 });
  const { code, stdout } = await run([...args, '--json']);
  expect(code).toBe(1);
  const { clauses, verdict } = JSON.parse(stdout) as ConformanceReport;
  expect(verdict.sentence).toBe('This is the service, with 1 difference.');
  expect(clauses.filter(({ outcome }) => outcome === 'failed')).toEqual([
    expect.objectContaining({ id: 'receipt-codes.list', detail: 'the codes do not include 00' }),
  ]);
});

test('--write writes a configuration that the emulator starts with', async () => {
  const { args } = await serve({ statuses: { invalid_key: 401 }, unknownFields: 'ignore' });
  const file = newFile();
  const { code } = await run([...args, '--write', file]);
  // A key that is refused with 401 breaks ERR-3, which requires 400 for editing an account.
  expect(code).toBe(1);
  const config = JSON.parse(readFileSync(file, 'utf8')) as EmulatorOptions;
  expect(config).toEqual({ statuses: { invalid_key: 401 }, unknownFields: 'ignore' });
  createEmulator(config).close();
});

test('--allow-sending runs the cases that send, with the given number', async () => {
  const { emulator, args } = await serve();
  const { code, stdout } = await run([...args, '--allow-sending', '--to', '447700900123', '--json']);
  expect(code).toBe(0);
  const { clauses } = JSON.parse(stdout) as ConformanceReport;
  expect(clauses.find(({ id }) => id === 'top-up.adds-paid-credits')?.outcome).toBe('passed');
  expect(new Set(emulator.messages().map(({ to }) => to))).toEqual(new Set(['447700900123']));
});

test('address and keys can come from the environment', async () => {
  const { emulator, args } = await serve();
  const env = { MESSAGING_BASE_URL: args[1] ?? '', MESSAGING_ACCOUNT_KEY: emulator.account.apiKey };
  expect(await run([], env)).toMatchObject({ code: 0, stderr: '' });
});

test.each([
  ['--account-key', 'The service does not accept the account key: batches.listPending returned 400 '],
  ['--organization-key', 'The service does not accept the organization key: accounts.list returned 400 '],
])('a wrong %s ends with exit code 3 before any case, and writes no configuration', async (flag, words) => {
  const { args } = await serve();
  const file = newFile();
  const key = 'deadbeefdeadbeefdeadbeefdeadbeef';
  const { code, stdout, stderr } = await run([...args, flag, key, '--write', file]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain(words);
  expect(stderr).toContain('The API key is unknown');
  expect(stderr).not.toContain(key);
  expect(existsSync(file)).toBe(false);
});

test('a service that refuses to list pending batches for another reason is reported on', async () => {
  const { emulator, args } = await serve();
  emulator.addFault({ operation: 'batches.listPending', status: 429, times: 9 });
  const { code, stdout } = await run(args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('✗ The pending batches are') });
  expect(stdout).toMatch(/^This is the service, with 1 difference\.\n/);
});

test('a service that fails after it was recognized is reported on', async () => {
  let requests = 0;
  const { url } = await serveStrangely((request, response) => {
    if (requests++ > 0) request.socket.destroy();
    else response.end('{"batches":[]}');
  });
  const { code, stdout } = await run(['--base-url', url, '--account-key', KEY]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('got no response') });
  expect(stdout).not.toContain(KEY);
});

test('a file that cannot be written ends with exit code 3, after the report', async () => {
  const { args } = await serve();
  for (const option of ['--write', '--junit']) {
    const { code, stdout, stderr } = await run([...args, option, join(newFile(), 'file')]);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^This is the service\.\n/);
    expect(stderr).toMatch(new RegExp(`${option} .+ cannot be written: ENOENT`));
  }
});

test('a response that is cut shows no part of a key that it repeats', async () => {
  const { url } = await serveStrangely(always(401, `${'-'.repeat(290)} ${KEY} is unknown`));
  const { stdout } = await run(['--base-url', url, '--account-key', KEY]);
  expect(stdout).toContain('it refuses every request with 401');
  expect(stdout).not.toContain(KEY.slice(0, 4));
});

test.each([
  ['a key in the query of the address', KEY, ['--base-url', `http://127.0.0.1:1/?key=${KEY}`]],
  ['a key without its option', KEY, ['--base-url', 'http://127.0.0.1:1', KEY]],
  ['a key as the number', KEY, ['--base-url', 'http://127.0.0.1:1', '--to', KEY]],
  ['a key as an option', KEY, ['--base-url', 'http://127.0.0.1:1', '--junit']],
  ['a password in the address', 'open-sesame', ['--base-url', 'http://me:open-sesame@127.0.0.1:1']],
])('%s is refused and not printed', async (_, secret, args) => {
  const { code, stdout, stderr } = await run(args, { MESSAGING_ACCOUNT_KEY: KEY });
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toMatch(/^messaging-conformance: .+\n(See messaging-conformance --help\.\n)?$/);
  expect(stderr).not.toContain(secret);
});

test.each([
  ['--help', USAGE],
  ['-h', USAGE],
  ['--version', `${manifest.version}\n`],
])('%s prints its text, whatever else is on the command line', async (option, stdout) => {
  expect(await run(['--to', 'nobody', option])).toEqual({ code: 0, stdout, stderr: '' });
});
