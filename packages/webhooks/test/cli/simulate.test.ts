import { freePort, openReceiver } from '@messaging-service/test-support';
import { verifySync, type WebhookRequest } from '@messaging-service/webhooks';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { SECRET } from '../samples.ts';
import { fileWith, run } from './command.ts';

const secret = { MESSAGING_WEBHOOK_SECRET: SECRET };

/** A receiver that always gives the same response, until the test ends. */
async function receiver(status = 200, body = '', headers: Record<string, string> = {}) {
  const opened = await openReceiver((response) => response.writeHead(status, headers).end(body));
  onTestFinished(() => opened[Symbol.asyncDispose]());
  return { url: `${opened.url}/hook`, requests: opened.received };
}

test('sends an inbound message signed as the service signs, with the requested members (SIG-2)', async () => {
  const { url, requests } = await receiver();
  const settings = ['--set', 'message=Ναι = yes', '--set', 'from=447700900001', '--set', 'to=447700900002'];
  const { code, stdout, stderr } = await run(
    ['simulate', url, '--set', 'batch_uuid=null', ...settings, '--environment', 'sandbox'],
    secret,
  );
  expect(stderr).toBe('');
  expect(stdout).toContain('Response: 200\nThe service counts this as success.');
  expect(code).toBe(0);
  const { headers = {}, bytes } = requests[0] ?? {};
  const request = { headers, body: bytes } as WebhookRequest;
  expect(verifySync(request, { secrets: SECRET, environment: 'sandbox' })).toMatchObject({
    kind: 'inbound-message',
    payload: { message: 'Ναι = yes', from: 447700900001, to: '447700900002', batch_uuid: null },
  });
  expect(headers['content-type']).toBe('application/json');
});

test('other kinds are unsigned by default, as the service sends them', async () => {
  const { url, requests } = await receiver();
  const args = ['simulate', url, '--kind', 'delivery-receipt', '--set', 'receiptInfo.code=22'];
  expect((await run(args, secret)).code).toBe(0);
  expect((await run([...args, '--sign'], secret)).code).toBe(0);
  expect(requests.map(({ headers }) => 'signature' in headers)).toEqual([false, true]);
  expect(requests[0]?.body).toMatchObject({
    delivered: false,
    receiptInfo: { code: '22', description: 'No response from the SME (e.g. phone switched off)' },
  });
});

test('a file is sent unchanged, including bytes that are not UTF-8', async () => {
  const { url, requests } = await receiver();
  const body = Buffer.from([0x7b, 0x20, 0xe9, 0x7d, 0x0a]);
  const secretFile = fileWith(`${SECRET}\n`);
  const args = ['--body', fileWith(body), '--secret-file', secretFile, '--timestamp', '1767259800'];
  expect((await run(['simulate', url, ...args])).code).toBe(0);
  expect(requests[0]?.bytes).toEqual(body);
  expect(requests[0]?.headers).toMatchObject({ timestamp: '1767259800' });
});

test.each([202, 204, 302, 500])(
  '%i is a failure for the service, which tries again (WHK-2)',
  async (status) => {
    const { url, requests } = await receiver(status, status === 204 ? '' : 'x\u001b[2J', {
      location: '/elsewhere',
    });
    const { code, stdout } = await run(['simulate', url, '--unsigned']);
    expect(code).toBe(1);
    expect(stdout).toContain(`Response: ${status}`);
    expect(stdout).toContain('retries up to 5 times: only status 200 is success');
    expect(stdout).not.toContain('\u001b');
    expect(requests).toHaveLength(1);
  },
);

test('a response of printable text is shown as it is, and 401 to a signed event leads to the secret', async () => {
  const body = '{"error":{"code":"signature_mismatch"}}';
  const { url } = await receiver(401, body);
  const question = 'Does the receiver have the same secret?';
  const { stdout } = await run(['simulate', url], secret);
  expect(stdout).toContain(`Response: 401 ${body}\n`);
  expect(stdout).toContain(question);
  expect((await run(['simulate', url, '--unsigned'])).stdout).not.toContain(question);
});

test('without a response it prints the reason, also with --json for scripts', async () => {
  const url = `http://127.0.0.1:${await freePort()}/`;
  const { code, stdout } = await run(['simulate', url, '--unsigned', '--json']);
  expect(code).toBe(1);
  const failure: unknown = expect.stringContaining('ECONNREFUSED');
  expect(JSON.parse(stdout)).toMatchObject({ success: false, failure });
});

test.each([
  [[], 'A command is missing.'],
  [['deliver'], '"deliver" is not a command.'],
])('%j is refused with the list of commands', async (args, problem) => {
  const list = 'Use one of: simulate, verify, listen.\nSee messaging-webhooks --help.\n';
  expect(await run(args)).toEqual({ code: 2, stdout: '', stderr: `messaging-webhooks: ${problem} ${list}` });
});

test.each([
  [[], 'Pass the URL'],
  [['ftp://x'], 'Pass the URL'],
  [['http://127.0.0.1:1'], 'Pass exactly one secret to sign with'],
  [['http://127.0.0.1:1', '--kind', 'letter'], 'must be one of inbound-message'],
  [['http://127.0.0.1:1', '--set', 'message'], 'must have the form name=value'],
  [
    ['http://127.0.0.1:1', '--set', 'mesage=YES'],
    '--set mesage is not a member of the payload. Did you mean message?',
  ],
  [
    ['http://127.0.0.1:1', '--kind', 'delivery-receipt', '--set', 'receiptInfo.cod=22'],
    'Did you mean receiptInfo.code?',
  ],
  [['http://127.0.0.1:1', '--set', 'weather=fine'], 'Known names: '],
  [['http://127.0.0.1:1', '--secret', ''], 'A secret is empty'],
  [['http://127.0.0.1:1', '--secret-file', '/nowhere'], '--secret-file /nowhere cannot be read'],
  [['http://127.0.0.1:1', '--secret', 's', '--environment', 'a\nb'], 'environment must be'],
  [['http://127.0.0.1:1', '--colour'], "Unknown option '--colour'."],
  [['http://127.0.0.1:1', '--secert', 's'], "Unknown option '--secert'. Did you mean --secret?"],
])('%j is refused with words that help', async (args, words) => {
  const { code, stderr } = await run(['simulate', ...args], { MESSAGING_WEBHOOK_SECRET: '' });
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
});

test('a secret with a space in it that was not quoted is not shown', async () => {
  const { code, stderr } = await run(['simulate', 'http://127.0.0.1:1', '--secret', ...SECRET.split(' ')]);
  expect(code).toBe(2);
  expect(stderr).toContain('Quote values that contain spaces');
  expect(stderr).not.toMatch(/correct|horse|battery/);
});

test.each([
  [['--help'], 'messaging-webhooks <command>'],
  [['simulate', '-h'], '--unsigned'],
  [['verify', '--help'], '--sent'],
  [['listen', '--help'], '--port'],
  [['constructor', '--help'], 'messaging-webhooks <command>'],
  [['--version'], manifest.version],
  [['verify', '--version'], manifest.version],
])('%j prints its text', async (args, words) => {
  expect(await run(args)).toMatchObject({ code: 0, stdout: expect.stringContaining(words) });
});
