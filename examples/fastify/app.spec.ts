// oxlint-disable typescript/no-floating-promises -- The runner waits for the tests.
import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import { buildInboundMessage, signTestWebhook } from '@messaging-service/webhooks';
import { createApp } from './app.ts';

const SECRET = 'a secret for tests';
const PHONE = '447700900123';

const emulator = createEmulator({
  accounts: [{ credits: 100, mo: { mo_webhook_url: 'http://127.0.0.1/', mo_webhook_secret: SECRET } }],
  webhooks: { fetch: async (_, init) => deliver(init) },
});
const { baseUrl, fetch, account } = emulator;
const client = createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey, retry: false });
const app = createApp({ client, secret: SECRET, now: () => emulator.clock.now().getTime() });

/** Hands a webhook to the application without a network. */
async function deliver(init: RequestInit | undefined): Promise<Response> {
  const headers = Object.fromEntries(new Headers(init?.headers));
  const payload = await new Response(init?.body).text();
  const { statusCode } = await app.inject({ method: 'POST', url: '/webhooks/messaging', headers, payload });
  return new Response(null, { status: statusCode });
}

const order = (payload: object) => app.inject({ method: 'POST', url: '/orders', payload });
const repliesOf = async (phone: string) => (await app.inject(`/replies/${phone}`)).json<string[]>();

afterEach(() => emulator.reset());
after(async () => {
  emulator.close();
  await app.close();
});

test('the customer gets a text and replies to it', async () => {
  assert.equal((await order({ number: 'A-17', phone: PHONE })).statusCode, 202);
  assert.match(emulator.handset(PHONE).messages()[0]?.body ?? '', /A-17 is ready/);
  emulator.handset(PHONE).reply('LATER');
  await emulator.clock.settle();
  assert.deepEqual(await repliesOf(PHONE), ['LATER']);
});

test('an invalid number is rejected before anything is sent', async () => {
  assert.equal((await order({ number: 'A-17', phone: '0770' })).statusCode, 400);
  assert.deepEqual(emulator.messages(), []);
});

test('a webhook with another signature is rejected', async () => {
  const payload = buildInboundMessage({ from: 447700900124, message: 'LATER' });
  const timestamp = emulator.clock.now().getTime();
  const forged = await deliver(await signTestWebhook(payload, { secret: 'a guess', timestamp }));
  assert.equal(forged.status, 401);
  assert.deepEqual(await repliesOf('447700900124'), []);
});
