import { expect, test } from 'vitest';
import { headersOf } from '../requests.ts';
import { inboundMessage, SECRET } from '../samples.ts';
import { fileWith, run, runWithInput } from './command.ts';

const BODY = JSON.stringify(inboundMessage);
const env = { MESSAGING_WEBHOOK_SECRET: SECRET };
const NOW = ['--now', '2026-01-01T09:30:12Z'];
const message = (body: string, headers: Record<string, string> = headersOf(BODY)) =>
  `POST /hook HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

test('an HTTP message as it went over the wire verifies', async () => {
  const { code, stdout } = await run(['verify', fileWith(message(BODY)), ...NOW], env);
  expect(stdout).toMatch(/^Verified: inbound-message from "production", signed as received\n/);
  expect(stdout).not.toContain('WRONG');
  expect(code).toBe(0);
});

test('headers and body can be passed separately', async () => {
  const headers = Object.entries(headersOf(BODY)).flatMap(([name, value]) => [
    '--header',
    `${name}: ${value}`,
  ]);
  const args = ['--body', fileWith(JSON.stringify(inboundMessage, null, 2)), ...headers];
  const { code, stdout } = await run(['verify', ...args, ...NOW], env);
  expect([code, stdout]).toEqual([0, expect.stringContaining('signed in its minified form')]);
});

test('a request that is only too old is reported as such, with a correct signature', async () => {
  const { code, stdout } = await run(
    ['verify', fileWith(message(BODY)), '--now', '2026-01-01T10:30:00Z'],
    env,
  );
  expect(code).toBe(1);
  expect(stdout).toContain('NOT VERIFIED: timestamp_too_old');
  expect(stdout).toContain('3600 s before 2026-01-01T10:30:00.000Z: outside the tolerance of 300 s');
  expect(stdout).toContain('signature: matches the body as received');
  expect((await run(['verify', fileWith(message(BODY)), '--tolerance', 'off'], env)).code).toBe(0);
});

test('another environment than the one expected is named', async () => {
  const args = ['verify', fileWith(message(BODY)), ...NOW, '--environment', 'sandbox'];
  const { code, stdout } = await run(args, env);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^NOT VERIFIED: environment_mismatch: .+"production"; .+ accepts sandbox\./);
});

test('--json prints it for scripts, and no secret is ever printed', async () => {
  const wrong = message(BODY.replace('sms', 'rcs'));
  const { code, stdout, stderr } = await runWithInput(
    ['verify', '-', '--json', ...NOW, '--secret', SECRET],
    {},
    wrong,
  );
  expect(JSON.parse(stdout)).toMatchObject({ verified: false, code: 'signature_mismatch' });
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).not.toContain(SECRET);
});

test.each([
  [[], 'Pass either one file'],
  [['/nowhere'], 'The captured request /nowhere cannot be read'],
  [[fileWith('x=1')], 'not of the form "name: value"'],
  [[fileWith('{"body": 1}')], 'no "headers"'],
  [[fileWith('{')], 'not JSON'],
  [[fileWith(message(BODY)), '--now', 'noon'], '--now must be ISO 8601 or epoch milliseconds; got noon'],
  [[fileWith(message(BODY)), '--now', '99999999999999999'], 'got 99999999999999999'],
  [[fileWith(message(BODY)), '--tolerance', '-1'], '--tolerance'],
])('verify with %j is refused: %s', async (args, words) => {
  const { code, stderr } = await run(['verify', ...args], env);
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
});

test('without a secret there is nothing to verify with', async () => {
  const { code, stderr } = await run(['verify', fileWith(message(BODY))], { MESSAGING_WEBHOOK_SECRET: '' });
  expect([code, stderr]).toEqual([2, expect.stringContaining('There is no secret')]);
});
