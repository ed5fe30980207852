import { UsageError } from '@messaging-service/command-line';
import { readCommandLine, USAGE } from '@messaging-service/conformance/core';
import { expect, test } from 'vitest';

const KEY = '0123456789abcdef0123456789abcdef';
const ADDRESS = 'https://service.test';
const REQUIRED = ['--base-url', ADDRESS, '--account-key', KEY];

test('the address and the key alone permit no sending, and print text', () => {
  expect(readCommandLine(REQUIRED, {})).toEqual({
    target: {
      baseUrl: ADDRESS,
      keys: { accountKey: KEY, organizationKey: undefined },
      dryRunOnly: true,
      to: undefined,
      sender: undefined,
    },
    details: false,
    json: false,
    junit: undefined,
    write: undefined,
  });
});

test('every option has an effect', () => {
  const args =
    '--organization-key o --sender DEMO --allow-sending --to 447700900123 --details --json --junit x --write f';
  expect(readCommandLine([...REQUIRED, ...args.split(' ')], {})).toEqual({
    target: {
      baseUrl: ADDRESS,
      keys: { accountKey: KEY, organizationKey: 'o' },
      dryRunOnly: false,
      to: '447700900123',
      sender: 'DEMO',
    },
    details: true,
    json: true,
    junit: 'x',
    write: 'f',
  });
});

test.each(['https://service.test/v1/', 'http://[::1]:4010'])('%s is an address', (address) => {
  const { target } = readCommandLine([`--base-url=${address}`, '--account-key', KEY], {});
  expect(target.baseUrl).toBe(address);
});

test('keys of the command line win over those of the environment, and an empty one is a missing one', () => {
  const env = { MESSAGING_ACCOUNT_KEY: 'a', MESSAGING_ORGANIZATION_KEY: 'o' };
  const keysOf = (args: string[], variables = env) =>
    readCommandLine(['--base-url', ADDRESS, ...args], variables).target.keys;
  expect(keysOf([])).toEqual({ accountKey: 'a', organizationKey: 'o' });
  expect(keysOf(['--account-key', KEY, '--organization-key', 'own'])).toEqual({
    accountKey: KEY,
    organizationKey: 'own',
  });
  expect(keysOf(['--organization-key', '']).organizationKey).toBeUndefined();
  expect(keysOf([], { ...env, MESSAGING_ORGANIZATION_KEY: '' }).organizationKey).toBeUndefined();
});

const address = (text: string) => ['--base-url', text, '--account-key', KEY];

test.each([
  [['--account-key', KEY], '--base-url is missing.'],
  [['--base-url', ADDRESS], '--account-key is missing.'],
  [['--base-url', ADDRESS, '--account-key', ''], '--account-key is missing.'],
  [
    address('service.test'),
    'must be an absolute http or https URL without a query, such as https://api.example.com; got service.test',
  ],
  [address('ftp://service.test'), 'got ftp://service.test'],
  [address(`${ADDRESS}/?a=1`), 'without a query'],
  [address(`${ADDRESS}/#a`), 'without a query'],
  [
    [...REQUIRED, '--to', '07700900123'],
    '--to must be a mobile number with a country code, such as 447700900123; got 07700900123',
  ],
  [[...REQUIRED, '--allow-sending'], '--allow-sending requires --to'],
  [[...REQUIRED, '--to'], '--to'],
  [[...REQUIRED, '--json=yes'], '--json'],
  [[...REQUIRED, 'fast'], '1 argument is unexpected'],
  [[...REQUIRED, '--base-ulr'], "Unknown option '--base-ulr'. Did you mean --base-url?"],
  [
    [...REQUIRED, '--sender', ''],
    '--sender must be a sender ID of 1 to 64 characters, such as DEMO; got "".',
  ],
])('%j is refused: %s', (args, message) => {
  expect(() => readCommandLine(args, {})).toThrow(UsageError);
  expect(() => readCommandLine(args, {})).toThrow(message);
});

test('the usage explains every option, and every exit code', () => {
  const options =
    'base-url account-key organization-key sender allow-sending to details json junit write version help'.split(
      ' ',
    );
  for (const option of options) expect(USAGE).toMatch(new RegExp(`^  --${option}\\b`, 'm'));
  expect(USAGE).toMatch(
    /MESSAGING_ACCOUNT_KEY[^]*MESSAGING_ORGANIZATION_KEY[^]*NO_COLOR[^]*FORCE_COLOR[^]*Exit codes: 0 .+, 1 .+, 2 .+,\n3 /,
  );
  for (const line of USAGE.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
});
