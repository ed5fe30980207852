import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { readExceptions } from '@messaging-service/sdk/core';
import { describe, expect, test } from 'vitest';
import { response, serve } from './servers.ts';

/** `NO_PROXY`, the host of a URL, and whether it is called without a proxy. */
type Row = readonly [noProxy: string, host: string, isExcepted: boolean];

/** The forms of curl 7.86 and later. */
const FORMS: readonly Row[] = [
  ['corp.invalid', 'corp.invalid', true],
  ['corp.invalid', 'api.corp.invalid', true],
  ['corp.invalid', 'a.b.corp.invalid', true],
  ['corp.invalid', 'xcorp.invalid', false],
  ['corp.invalid', 'corp.invalid.test', false],
  ['.corp.invalid', 'api.corp.invalid', true],
  ['.corp.invalid', 'corp.invalid', true],
  ['corp.invalid.', 'api.corp.invalid', true],
  ['corp.invalid', 'api.corp.invalid.', true],
  ['CORP.Invalid', 'api.corp.invalid', true],
  ['corp.invalid', 'API.CORP.INVALID', true],
  ['other.invalid,corp.invalid', 'api.corp.invalid', true],
  ['other.invalid corp.invalid', 'api.corp.invalid', true],
  [' other.invalid ,\tcorp.invalid , ', 'api.corp.invalid', true],
  ['other.invalid', 'api.corp.invalid', false],
  ['', 'api.corp.invalid', false],
  [',', 'api.corp.invalid', false],
  ['.', 'api.corp.invalid', false],
  ['*', 'api.corp.invalid', true],
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.70', false],
  ['2.7', '192.0.2.7', false],
  ['192.0.2.0/24', '192.0.2.7', true],
  ['192.0.2.0/24', '192.0.3.7', false],
  ['192.0.2.0/29', '192.0.2.8', false],
  ['192.0.2.0/33', '192.0.2.7', false],
  ['2001:db8::7', '[2001:db8::7]', true],
  ['2001:db8::8', '[2001:db8::7]', false],
  ['2001:db9::/32', '[2001:db8::7]', false],
];

/** Forms that curl does not have, and Node's own agents or other tools do. */
const MORE: readonly Row[] = [
  // curl 7.88 compares IPv6 addresses as texts.
  ['2001:db8:0:0::7', '[2001:db8::7]', true],
  ['2001:db8::/32', '[2001:db8::7]', true],
  ['corp.invalid:8080', 'corp.invalid:8080', true],
  ['corp.invalid:8080', 'api.corp.invalid:8080', true],
  ['corp.invalid:8080', 'corp.invalid:8081', false],
  ['corp.invalid:80', 'corp.invalid', true],
  ['192.0.2.7:80', '192.0.2.7', true],
  ['[2001:db8::7]', '[2001:db8::7]', true],
  ['[2001:db8::7]:8080', '[2001:db8::7]:8080', true],
  ['[2001:db8::7]:8080', '[2001:db8::7]', false],
  ['*.corp.invalid', 'api.corp.invalid', true],
  ['other.invalid, *', 'api.corp.invalid', true],
  ['192.0.2.5-192.0.2.9', '192.0.2.7', true],
  ['192.0.2.5-192.0.2.9', '192.0.2.10', false],
  ['192.0.2.9-192.0.2.5', '192.0.2.7', false],
  ['192.0.2.0/x', '192.0.2.7', false],
  ['münchen.invalid', 'xn--mnchen-3ya.invalid', true],
];

const name = ([noProxy, host, isExcepted]: Row) =>
  `NO_PROXY=${JSON.stringify(noProxy)}: ${host} is called ${isExcepted ? 'directly' : 'through the proxy'}`;

describe('which hosts NO_PROXY excludes', () => {
  for (const row of [...FORMS, ...MORE])
    test(name(row), () => {
      const [noProxy, host, isExcepted] = row;
      expect(readExceptions(noProxy)(new URL(`http://${host}/message`))).toBe(isExcepted);
    });

  const version = /^curl (\d+)\.(\d+)/.exec(String(spawnSync('curl', ['--version']).stdout));
  const isRecent = version !== null && Number(version[1]) * 1000 + Number(version[2]) >= 7086;

  test.skipIf(!isRecent)('curl decides in the same way', async () => {
    await using proxy = await serve((socket) => socket.end(response('of the proxy')));
    const differences: string[] = [];
    for (const row of FORMS) {
      const [noProxy, host, isExcepted] = row;
      // Without a proxy, the connection goes to a port where nothing listens.
      const environment = { PATH: process.env.PATH, http_proxy: proxy.url, no_proxy: noProxy };
      const options = ['--silent', '--globoff', '--max-time', '20', '--connect-to', '::127.0.0.1:1'];
      const before = proxy.received.length;
      // It fails either way. What matters is whether the proxy was asked.
      const url = `http://${host}/`;
      await promisify(execFile)('curl', [...options, url], { env: environment }).catch(() => undefined);
      const direct = proxy.received.length === before;
      if (direct !== isExcepted) differences.push(name(row));
    }
    expect(differences).toEqual([]);
  });
});
