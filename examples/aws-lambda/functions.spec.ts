// oxlint-disable typescript/no-floating-promises -- The runner waits for the tests.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { buildInboundMessage, signTestWebhook } from '@messaging-service/webhooks';

const SECRET = 'a secret for tests';
const PHONE = '447700900123';

const emulator = createEmulator({ clock: 'system', accounts: [{ credits: 10 }] });
const service = await listen(emulator);
Object.assign(process.env, {
  MESSAGING_BASE_URL: service.url,
  MESSAGING_ACCOUNT_KEY: emulator.account.apiKey,
  MESSAGING_WEBHOOK_SECRET: SECRET,
});
const send = (await import('./send.ts')).handler;
const webhook = (await import('./webhook.ts')).handler;

after(async () => {
  await service.close();
  emulator.close();
});

/** The event that a function URL passes to the webhook function. */
async function eventOf(secret: string, payload = buildInboundMessage({ from: Number(PHONE) })) {
  const { body, headers } = await signTestWebhook(payload, { secret });
  const entries = Object.entries(headers as Record<string, string>);
  const requestContext = { http: { method: 'POST' } };
  return { requestContext, body: String(body), headers: Object.fromEntries(entries), isBase64Encoded: false };
}

test('a text is sent', async () => {
  const request = { id: crypto.randomUUID(), to: PHONE, text: 'Your parcel is here' };
  assert.equal((await send({ body: JSON.stringify(request) })).statusCode, 202);
  assert.equal(emulator.handset(PHONE).messages()[0]?.body, 'Your parcel is here');
  assert.equal((await send({ body: JSON.stringify({ ...request, to: '0770' }) })).statusCode, 400);
});

test('a message gets one reply although its webhook arrives twice', async () => {
  const before = emulator.messages().length;
  const payload = buildInboundMessage({ from: Number(PHONE) });
  for (let attempt = 0; attempt < 2; attempt++)
    assert.equal((await webhook(await eventOf(SECRET, payload))).statusCode, 200);
  assert.equal(emulator.messages().length, before + 1);
});

test('a webhook with another signature is rejected', async () => {
  assert.equal((await webhook(await eventOf('a guess'))).statusCode, 401);
});
