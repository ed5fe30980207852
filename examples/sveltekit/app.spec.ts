import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { buildInboundMessage, signTestWebhook } from '@messaging-service/webhooks';

const SECRET = 'a secret for tests';
const PHONE = '447700900123';

const emulator = createEmulator({ clock: 'system', accounts: [{ credits: 10 }] });
const service = await listen(emulator);
let server: ChildProcess;
let url = '';

// `npm test` builds the application first. The tests run what the build wrote.
before(async () => {
  const env = { HOST: '127.0.0.1', PORT: '0', MESSAGING_BASE_URL: service.url };
  const secrets = { MESSAGING_ACCOUNT_KEY: emulator.account.apiKey, MESSAGING_WEBHOOK_SECRET: SECRET };
  server = spawn(process.execPath, ['build/index.js'], { env: { ...process.env, ...env, ...secrets } });
  url = await new Promise((resolve, reject) => {
    server.stdout?.on('data', (line: Buffer) => resolve(/http:\S+/.exec(line.toString())?.[0] ?? ''));
    server.on('exit', () => reject(new Error('The application did not start.')));
  });
});
after(async () => {
  server.kill();
  await service.close();
  emulator.close();
});

const headers = { 'content-type': 'application/json' };
const call = async (method: string, body: object) =>
  (await fetch(`${url}/api/codes`, { method, headers, body: JSON.stringify(body) })).status;
const deliver = async (secret: string) =>
  fetch(
    `${url}/webhooks/messaging`,
    await signTestWebhook(buildInboundMessage({ from: Number(PHONE) }), { secret }),
  );

test('the code on the phone logs in once', async () => {
  assert.equal(await call('POST', { phone: PHONE }), 202);
  const { match } = await emulator.waitForMessage({ to: PHONE, match: /^(\d{6}) is your code/ });
  assert.equal(await call('PUT', { phone: PHONE, code: match?.[1] }), 200);
  assert.equal(await call('PUT', { phone: PHONE, code: match?.[1] }), 401);
});

test('a signed message gets a reply, and another one is rejected', async () => {
  assert.deepEqual([(await deliver(SECRET)).status, (await deliver('a guess')).status], [200, 401]);
  assert.match(emulator.handset(PHONE).messages().at(-1)?.body ?? '', /^Thank you/);
});
