import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { buildInboundMessage, signTestWebhook } from '@messaging-service/webhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assertBuilt } from './built.ts';
import { buildApplication, notInstalled, startApplication } from './next/application.ts';

const TOKEN = 'a token for tests';

if (notInstalled !== undefined) process.stderr.write(`The tests of Next.js are skipped: ${notInstalled}\n`);

// The example's own tests call its routes without Next.js.
describe.skipIf(notInstalled !== undefined)('the example’s routes in a real Next.js', () => {
  // The machine's clock, because the application compares it with the timestamps of signatures.
  const emulator = createEmulator({ clock: 'system', accounts: [{ credits: 100 }] });
  // Everything that was started must stop, even if a later step fails.
  const started = new AsyncDisposableStack();
  let url: string;

  beforeAll(async () => {
    assertBuilt();
    await buildApplication();
    const service = await listen(emulator);
    started.defer(() => service.close());
    const application = await startApplication({
      MESSAGING_BASE_URL: service.url,
      MESSAGING_ACCOUNT_KEY: emulator.account.apiKey,
      MESSAGING_WEBHOOK_SECRET: 'a secret for tests',
      INTERNAL_TOKEN: TOKEN,
    });
    started.use(application);
    url = application.url;
  });

  afterAll(() => started.disposeAsync());

  test('a text is queued, and its receipt is received by webhook', async () => {
    const text = { id: crypto.randomUUID(), to: '447700900123', text: 'Your parcel has arrived' };
    const sent = await fetch(`${url}/api/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify(text),
    });
    expect([sent.status, await sent.json()]).toEqual([202, { id: text.id }]);
    await emulator.clock.settle();
    expect(emulator.messages({ to: text.to })).toMatchObject([{ messageUuid: text.id, body: text.text }]);
    expect(emulator.webhooks()).toMatchObject([{ state: 'succeeded', attempts: [{ status: 200 }] }]);
  });

  test('a forged webhook gets 401 and the code of its fault', async () => {
    const forged = await signTestWebhook(buildInboundMessage(), { secret: 'another' });
    const response = await fetch(`${url}/api/webhooks/messaging`, forged);
    const error = { code: 'signature_mismatch' };
    expect([response.status, await response.json()]).toEqual([401, { error }]);
  });

  test('an edge route sends through the client and verifies a webhook', async () => {
    const response = await fetch(`${url}/api/edge`, { method: 'POST' });
    expect([response.status, await response.json()]).toEqual([
      200,
      { to: '447700900124', verified: true, synchronously: 'unsupported_runtime' },
    ]);
    expect(emulator.messages({ to: '447700900124' })).toMatchObject([{ body: 'Sent from the edge' }]);
  });
});
