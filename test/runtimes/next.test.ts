import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { type EmulatorServer, listen } from '@messaging-service/emulator/node';
import { buildInboundMessage, signTestWebhook } from '@messaging-service/webhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assertBuilt } from './built.ts';
import {
  buildApplication,
  type NextApplication,
  notInstalled,
  startApplication,
} from './next/application.ts';

const SECRET = 'a secret for tests';
const TOKEN = 'a token for tests';
const ID = '5f1dd5c7-3d0f-4c87-a1a3-1f1b8f4f3a10';
const CUSTOMER = '447700900123';

if (notInstalled !== undefined) process.stderr.write(`The tests of Next.js are skipped: ${notInstalled}\n`);

describe.skipIf(notInstalled !== undefined)('the example’s routes in a real Next.js', () => {
  let emulator: Emulator;
  let service: EmulatorServer;
  let application: NextApplication;
  // Everything that was started must stop, even if a later step fails.
  const started = new AsyncDisposableStack();

  beforeAll(async () => {
    assertBuilt();
    await buildApplication();
    // The machine's clock, because the application compares it with the timestamps of signatures.
    emulator = createEmulator({ clock: 'system', accounts: [{ credits: 100 }] });
    started.defer(() => emulator.close());
    service = await listen(emulator);
    started.defer(() => service.close());
    application = await startApplication({
      MESSAGING_BASE_URL: service.url,
      MESSAGING_ACCOUNT_KEY: emulator.account.apiKey,
      MESSAGING_WEBHOOK_SECRET: SECRET,
      INTERNAL_TOKEN: TOKEN,
    });
    started.use(application);
    const { identifier } = emulator.account;
    const mo = { mo_webhook_url: webhookUrl(), mo_webhook_secret: SECRET };
    const edited = await fetch(`${service.url}/account/${identifier}?key=${emulator.organization.apiKey}`, {
      method: 'PATCH',
      body: JSON.stringify({ mo }),
    });
    expect(edited.status).toBe(200);
  });

  afterAll(() => started.disposeAsync());

  const webhookUrl = () => `${application.url}/api/webhooks/messaging`;
  const headers = { authorization: `Bearer ${TOKEN}` };
  const send = (body: unknown, more: Record<string, string> = headers) =>
    fetch(`${application.url}/api/messages`, { method: 'POST', headers: more, body: JSON.stringify(body) });
  const text = { id: ID, to: CUSTOMER, text: 'Your parcel has arrived' };

  test('a text is queued once for each identifier, and its receipt is received by webhook', async () => {
    for (let time = 0; time < 2; time++) {
      const sent = await send(text);
      expect([sent.status, await sent.json()]).toEqual([202, { id: ID }]);
    }
    await emulator.clock.settle();
    expect(emulator.messages()).toMatchObject([{ messageUuid: ID, body: text.text }]);
    expect(emulator.webhooks()).toMatchObject([
      { kind: 'delivery-receipt', state: 'succeeded', attempts: [{ status: 200 }] },
    ]);
    const told = await fetch(`${application.url}/api/messages/${ID}`, { headers });
    expect([told.status, await told.json()]).toEqual([200, { status: 'delivered' }]);
  });

  test('callers without the token get 401', async () => {
    expect((await send({ ...text, id: crypto.randomUUID() }, {})).status).toBe(401);
    expect(emulator.messages()).toHaveLength(1);
  });

  test('the application verifies a reply and responds to it; if that fails, the service tries again', async () => {
    emulator.addFault({ method: 'POST', path: '/message', status: 500 });
    emulator.handset(CUSTOMER).reply('Where is it? 🙂');
    await emulator.clock.settle();
    await emulator.clock.advance('1m');
    const [delivery] = emulator.webhooks({ kind: 'inbound-message' });
    expect(delivery).toMatchObject({ state: 'succeeded', attempts: [{ status: 500 }, { status: 200 }] });
    expect(emulator.messages({ to: CUSTOMER }).map(({ body }) => body)).toEqual([
      text.text,
      'Thank you for writing. We will call you within the hour.',
    ]);
  });

  test('a forged webhook gets 401 and the code of its fault', async () => {
    const forged = await signTestWebhook(buildInboundMessage(), { secret: 'another' });
    const response = await fetch(webhookUrl(), forged);
    expect([response.status, await response.json()]).toEqual([
      401,
      { error: { code: 'signature_mismatch' } },
    ]);
  });

  test('an edge route sends through the client and verifies a webhook', async () => {
    const response = await fetch(`${application.url}/api/edge`, { method: 'POST' });
    expect([response.status, await response.json()]).toEqual([
      200,
      { to: '447700900124', verified: true, synchronously: 'unsupported_runtime' },
    ]);
    expect(emulator.messages({ to: '447700900124' })).toMatchObject([{ body: 'Sent from the edge' }]);
  });
});
