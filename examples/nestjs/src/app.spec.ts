import 'reflect-metadata';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import { buildInboundMessage, signTestWebhook } from '@messaging-service/webhooks';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { MESSAGING_CLIENT } from './login.service.js';

const SECRET = 'a secret for tests';
const PHONE = '447700900123';
process.env.MESSAGING_WEBHOOK_SECRET = SECRET;

const emulator = createEmulator();
let app: INestApplication;
let url: string;

before(async () => {
  const { AppModule } = await import('./app.module.js');
  const { baseUrl, fetch, account } = emulator;
  const client = createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey, retry: false });
  const builder = Test.createTestingModule({ imports: [AppModule] });
  const module = await builder.overrideProvider(MESSAGING_CLIENT).useValue(client).compile();
  app = module.createNestApplication({ rawBody: true, logger: false });
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});
after(async () => {
  await app.close();
  emulator.close();
});

const post = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
};

test('the code on the phone logs in once', async () => {
  assert.equal(await post('/login/code', { phone: PHONE }), 202);
  const { match } = await emulator.waitForMessage({ to: PHONE, match: /^(\d{6}) is your code/ });
  assert.equal(await post('/login', { phone: PHONE, code: match?.[1] }), 200);
  assert.equal(await post('/login', { phone: PHONE, code: match?.[1] }), 401);
});

test('an invalid number and a refused text are reported', async () => {
  assert.equal(await post('/login/code', { phone: '0770' }), 400);
  emulator.addFault({ operation: 'messages.send', code: 'insufficient_credits' });
  assert.equal(await post('/login/code', { phone: PHONE }), 503);
});

test('a signed webhook is accepted, and another one is rejected', async () => {
  const deliver = async (secret: string) =>
    (await fetch(`${url}/webhooks/messaging`, await signTestWebhook(buildInboundMessage(), { secret })))
      .status;
  assert.deepEqual([await deliver(SECRET), await deliver('a guess')], [200, 401]);
});
