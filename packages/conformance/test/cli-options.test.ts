import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@messaging-service/command-line';
import type { ConformanceReport } from '@messaging-service/conformance';
import { describe, expect, test } from 'vitest';
import { type Ended, runInProcess } from '../../../test/in-process.ts';
import manifest from '../package.json' with { type: 'json' };
import { readCommandLine, USAGE } from '../src/cli/options.ts';
import { always, serveSockets, serveStrangely } from './strange-service.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const ADDRESS = 'https://service.test';
const REQUIRED = ['--base-url', ADDRESS, '--account-key', KEY];

const read = (args: readonly string[], env: Record<string, string> = {}) => readCommandLine(args, env);

/** The message of the error that a command line causes. */
function refusal(args: readonly string[], env: Record<string, string> = {}): string {
  try {
    read(args, env);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  return expect.unreachable('the command line is accepted');
}

describe('the command line', () => {
  test('with the address and the key only permits no sending, and prints text', () => {
    expect(read(REQUIRED)).toEqual({
      target: {
        baseUrl: ADDRESS,
        keys: { accountKey: KEY, organizationKey: undefined },
        dryRunOnly: true,
        to: undefined,
        sender: undefined,
      },
      json: false,
      write: undefined,
    });
  });

  test('with every option has every value', () => {
    const args = [
      '--organization-key',
      'o',
      '--sender',
      'DEMO',
      '--allow-sending',
      '--to',
      '447700900123',
      '--json',
      '--write',
      'f',
    ];
    expect(read([...REQUIRED, ...args])).toEqual({
      target: {
        baseUrl: ADDRESS,
        keys: { accountKey: KEY, organizationKey: 'o' },
        dryRunOnly: false,
        to: '447700900123',
        sender: 'DEMO',
      },
      json: true,
      write: 'f',
    });
  });

  test.each([
    '--base-url=https://service.test',
    '--base-url=https://service.test/v1/',
    '--base-url=http://[::1]:4010',
  ])('takes an option and its value in one argument: %s', (argument) => {
    expect(read([argument, '--account-key', KEY]).target.baseUrl).toBe(argument.slice('--base-url='.length));
  });

  test('takes the last of several values', () => {
    expect(read([...REQUIRED, '--sender', 'ONE', '--sender', 'TWO']).target.sender).toBe('TWO');
  });

  test('takes keys from the environment, and prefers those of the command line', () => {
    const env = { MESSAGING_ACCOUNT_KEY: 'from-env', MESSAGING_ORGANIZATION_KEY: 'organization-env' };
    expect(read(['--base-url', ADDRESS], env).target.keys).toEqual({
      accountKey: 'from-env',
      organizationKey: 'organization-env',
    });
    expect(read([...REQUIRED, '--organization-key', 'own'], env).target.keys).toEqual({
      accountKey: KEY,
      organizationKey: 'own',
    });
  });

  test('treats an empty organization key as a missing one, as from a variable that is not set', () => {
    expect(read(REQUIRED, { MESSAGING_ORGANIZATION_KEY: '' }).target.keys.organizationKey).toBeUndefined();
    expect(read([...REQUIRED, '--organization-key', '']).target.keys.organizationKey).toBeUndefined();
  });

  test.each([
    ['no address', ['--account-key', KEY], '--base-url is missing.'],
    ['no key', ['--base-url', ADDRESS], '--account-key is missing.'],
    ['an empty key', ['--base-url', ADDRESS, '--account-key', ''], '--account-key is missing.'],
    [
      'an address without a scheme',
      ['--base-url', 'service.test', '--account-key', KEY],
      'must be an absolute http or https URL without a query, such as https://api.example.com; got service.test',
    ],
    [
      'an address with another scheme',
      ['--base-url', 'ftp://service.test', '--account-key', KEY],
      'got ftp://service.test',
    ],
    ['an address with a query', ['--base-url', `${ADDRESS}/?a=1`, '--account-key', KEY], 'without a query'],
    ['an address with a fragment', ['--base-url', `${ADDRESS}/#a`, '--account-key', KEY], 'without a query'],
    [
      'a number without a country code',
      [...REQUIRED, '--to', '07700900123'],
      '--to must be a mobile number with a country code, such as 447700900123; got 07700900123',
    ],
    ['a number with letters', [...REQUIRED, '--to', 'bob'], 'such as 447700900123; got bob'],
    ['permission without a number', [...REQUIRED, '--allow-sending'], '--allow-sending requires --to'],
    ['an option without its value', [...REQUIRED, '--to'], '--to'],
    ['a value for an option that takes none', [...REQUIRED, '--json=yes'], '--json'],
    ['a word without an option', [...REQUIRED, 'fast'], '1 argument is unexpected'],
    [
      'a misspelled option',
      [...REQUIRED, '--base-ulr'],
      "Unknown option '--base-ulr'. Did you mean --base-url?",
    ],
    [
      'an invalid sender ID',
      [...REQUIRED, '--sender', ''],
      '--sender must be a sender ID of 1 to 64 characters, such as DEMO; got "".',
    ],
  ])('with %s is refused, and the message names it', (_, args, message) => {
    expect(refusal(args)).toContain(message);
  });

  test.each([
    ['in the query of the address', ['--base-url', `${ADDRESS}/?key=${KEY}`, '--account-key', KEY]],
    ['without its option', ['--base-url', ADDRESS, KEY]],
    ['as the number', [...REQUIRED, '--to', KEY]],
  ])('with a key %s is refused, and the command does not print the key', async (_, args) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^messaging-conformance: .+\nSee messaging-conformance --help\.\n$/);
    expect(stderr).not.toContain(KEY);
  });

  test('with a password in the address is refused, and the command does not print the password', async () => {
    const { code, stderr } = await run([
      '--base-url',
      'http://me:open-sesame@127.0.0.1:1',
      '--account-key',
      KEY,
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('--base-url');
    expect(stderr).not.toContain('open-sesame');
  });
});

test('the usage explains every option, and every exit code', () => {
  const options = [
    'base-url',
    'account-key',
    'organization-key',
    'sender',
    'allow-sending',
    'to',
    'json',
    'write',
    'version',
    'help',
  ];
  for (const option of options) expect(USAGE).toMatch(new RegExp(`^  --${option}\\b`, 'm'));
  for (const variable of ['MESSAGING_ACCOUNT_KEY', 'MESSAGING_ORGANIZATION_KEY'])
    expect(USAGE).toContain(variable);
  expect(USAGE).toMatch(/Exit codes: 0 .+, 1 .+, 2 /);
  for (const line of USAGE.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
});

/** Runs the command until it ends. */
function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return runInProcess({
    program: new URL('../src/cli/main.ts', import.meta.url),
    args,
    env: { MESSAGING_ACCOUNT_KEY: '', MESSAGING_ORGANIZATION_KEY: '', ...env },
  });
}

describe('the command ends', () => {
  test('with 1 for a service that responds, but never as specified', async () => {
    const { url } = await serveStrangely(always(200, '<html>Welcome</html>'));
    const { code, stdout, stderr } = await run(['--base-url', url, '--account-key', KEY, '--json']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const { clauses } = JSON.parse(stdout) as ConformanceReport;
    expect(clauses.filter(({ outcome }) => outcome === 'passed')).toEqual([]);
    expect(stdout).not.toContain(KEY);
  });

  test('with 1 for a service that fails after the first request, and the report says why', async () => {
    let requests = 0;
    const { url } = await serveStrangely((request, response) => {
      if (requests++ > 0) request.socket.destroy();
      else response.end();
    });
    const { code, stdout } = await run(['--base-url', url, '--account-key', KEY]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/got no response/);
    expect(stdout).not.toContain(KEY);
  });

  test.each([
    ['refuses connections', async () => 'http://127.0.0.1:1'],
    ['closes connections', () => serveSockets((socket) => socket.destroy())],
    ['speaks another protocol', () => serveSockets((socket) => socket.end('220 smtp.example ESMTP\r\n'))],
  ])('with 2 for a service that %s, because it breaks no clause', async (_, open) => {
    const url = await open();
    const { code, stdout, stderr } = await run(['--base-url', url, '--account-key', KEY]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^messaging-conformance: ${url} cannot be reached: .+`));
    expect(stderr).not.toContain('undefined');
  });

  test('with 2 if the configuration cannot be written, after the report was printed', async () => {
    const { url } = await serveStrangely(always(500, '{}'));
    const file = join(mkdtempSync(join(tmpdir(), 'conformance-')), 'missing', 'config.json');
    const { code, stdout, stderr } = await run(['--base-url', url, '--account-key', KEY, '--write', file]);
    expect(code).toBe(2);
    expect(stdout).toMatch(/\d+ passed, \d+ failed, \d+ skipped\n$/);
    expect(stderr).toContain(`--write ${file} cannot be written: ENOENT`);
  });

  test('with 2 if the key is refused, and shows no part of a key that the response repeats', async () => {
    const { url } = await serveStrangely(always(401, `${'-'.repeat(290)} ${KEY} is unknown`));
    const { code, stdout, stderr } = await run(['--base-url', url, '--account-key', KEY]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('does not accept the account key');
    expect(stderr).not.toContain(KEY.slice(0, 4));
  });

  test.each([
    ['--help', USAGE],
    ['-h', USAGE],
    ['--version', `${manifest.version}\n`],
  ])('with 0 and without a request for %s, whatever else it gets', async (option, stdout) => {
    const { url, requests } = await serveStrangely(always(200, ''));
    const ended = await run(['--base-url', url, '--to', 'nobody', option]);
    expect(ended).toEqual({ code: 0, stdout, stderr: '' });
    expect(requests).toEqual([]);
  });
});
