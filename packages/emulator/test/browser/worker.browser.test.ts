import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import { setupWorker } from 'msw/browser';
import { afterAll, beforeAll, expect, test } from 'vitest';

const INBOX = 'https://clinic.test/inbound';
const emulator = createEmulator({
  accounts: [{ senders: ['DEMO'], credits: 10, mo: { mo_webhook_url: INBOX, mo_webhook_secret: 's' } }],
});
const worker = setupWorker(...emulator.handlers);

beforeAll(() => worker.start({ quiet: true, onUnhandledFrame: 'bypass' }));

afterAll(async () => {
  await worker.stop();
  emulator.close();
});

test('in a browser, MSW passes requests of the page to the emulator (EMU-15)', async () => {
  const { baseUrl, account } = emulator;
  const { messages, batches } = createMessagingClient({ baseUrl, accountKey: account.apiKey });
  const queued = await messages.sendOne({
    to: '447700900123',
    from: { type: 'custom', value: 'DEMO' },
    body: 'Hello',
  });
  expect((await batches.receipts(queued.batchUuid)).counts).toEqual({ total: 1, delivered: 1, failed: 0 });
});

test('in a browser, the test moves the clock, and errors are those of the service', async () => {
  const { baseUrl, account, clock } = emulator;
  const { messages, batches } = createMessagingClient({ baseUrl, accountKey: account.apiKey });
  const send_at = new Date(clock.now().getTime() + 3_600_000);
  const { batchUuid } = await messages.sendOne({
    to: '447700900124',
    from: { type: 'custom', value: 'DEMO' },
    body: 'Later',
    send_at,
  });
  await clock.advance('1h');
  expect((await batches.receipts(batchUuid)).counts.delivered).toBe(1);
  await expect(batches.cancel(batchUuid)).rejects.toMatchObject({ code: 'batch_not_pending', status: 409 });
});

test('in a browser, webhooks are signed', async () => {
  const { http, HttpResponse } = await import('msw');
  const received: Headers[] = [];
  worker.use(
    http.post(INBOX, ({ request }) => {
      received.push(request.headers);
      return HttpResponse.text('', { status: 200 });
    }),
  );
  emulator.handset('447700900123').reply('YES');
  await emulator.clock.settle();
  expect(received[0]?.get('signature')).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  expect(emulator.webhooks({ kind: 'inbound-message' })).toMatchObject([{ state: 'succeeded' }]);
});
