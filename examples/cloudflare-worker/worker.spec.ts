import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { buildInboundMessage, signTestWebhook } from '@messaging-service/webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Unstable_DevWorker, unstable_dev } from 'wrangler';

const SECRET = 'a secret for tests';
const TOKEN = 'a token for tests';
const PHONE = '447700900123';

const emulator = createEmulator({ clock: 'system', accounts: [{ credits: 10 }] });
let worker: Unstable_DevWorker;
let stop: () => Promise<void>;

// The tests run the worker in workerd, the runtime of Cloudflare.
beforeAll(async () => {
  const service = await listen(emulator);
  worker = await unstable_dev('src/worker.ts', {
    config: 'wrangler.jsonc',
    vars: {
      MESSAGING_BASE_URL: service.url,
      MESSAGING_ACCOUNT_KEY: emulator.account.apiKey,
      MESSAGING_WEBHOOK_SECRET: SECRET,
      API_TOKEN: TOKEN,
    },
    experimental: { disableExperimentalWarning: true },
  });
  stop = async () => {
    await worker.stop();
    await service.close();
    emulator.close();
  };
}, 120_000);
afterAll(() => stop());

const send = (token: string, to = PHONE) =>
  worker.fetch('/messages', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ id: crypto.randomUUID(), to, text: 'Your parcel is here' }),
  });
const payload = buildInboundMessage({ from: Number(PHONE), message: 'Where?' });
const deliver = async (secret: string) =>
  worker.fetch('/webhooks/messaging', {
    ...(await signTestWebhook(payload, { secret })),
    method: 'POST',
  } as never);

test('a caller with the token sends a text', async () => {
  expect((await send(TOKEN)).status).toBe(202);
  expect((await send(TOKEN, '0770')).status).toBe(400);
  expect((await send('a guess')).status).toBe(401);
  expect(emulator.messages().map(({ body }) => body)).toEqual(['Your parcel is here']);
});

test('a signed message gets one reply although it arrives twice, and a forged one is rejected', async () => {
  for (const _ of [1, 2]) expect((await deliver(SECRET)).status).toBe(200);
  expect((await deliver('a guess')).status).toBe(401);
  const bodies = emulator.messages({ to: PHONE }).map(({ body }) => body);
  expect(bodies).toEqual(['Your parcel is here', 'Got “Where?”.']);
});
