import { createHmac } from 'node:crypto';
import { createEmulator } from '@messaging-service/emulator';
import { edit, openReceiver, type ReceivedRequest, START, sendOne } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

test('a receipt reaches a real receiver as a POST with JSON (WHK-1)', async () => {
  await using receiver = await openReceiver((response) => response.end());
  const emulator = createEmulator({ now: START });
  const { messageUuid } = await sendOne(emulator, { callback: `${receiver.url}/receipts?a=b` });
  await emulator.clock.settle();
  expect(receiver.received).toMatchObject([
    { url: '/receipts?a=b', method: 'POST', headers: { 'content-type': 'application/json' } },
  ]);
  expect(receiver.received[0]?.body).toMatchObject({
    messageuuid: messageUuid,
    delivered: true,
  });
  expect(emulator.webhooks()).toMatchObject([{ state: 'succeeded' }]);
});

test('a signed inbound webhook verifies from the bytes that were received (SIG-2)', async () => {
  await using receiver = await openReceiver((response) => response.end());
  const emulator = createEmulator({ now: START });
  await edit(emulator, { mo: { mo_webhook_url: `${receiver.url}/mo`, mo_webhook_secret: 'secret' } });
  emulator.handset('447700900123').reply('Ça va? 👍', { to: 'DEMO' });
  await emulator.clock.settle();
  const [{ text: body, headers }] = receiver.received as [ReceivedRequest];
  const signed = `${Buffer.from(body).toString('base64')}.${String(headers.environment)}.${String(headers.timestamp)}`;
  expect(headers.signature).toBe(createHmac('sha256', 'secret').update(signed).digest('base64'));
});

test('a redirect is not followed, it is retried (WHK-2)', async () => {
  await using receiver = await openReceiver((response, { path }) => {
    response.writeHead(path === '/moved' ? 301 : 200, { location: '/target' }).end();
  });
  const emulator = createEmulator({ now: START });
  await sendOne(emulator, { callback: `${receiver.url}/moved` });
  await emulator.clock.advance('10s');
  expect(receiver.received.map(({ path, method }) => `${method} ${path}`)).toEqual([
    'POST /moved',
    'POST /moved',
  ]);
  expect(emulator.webhooks()[0]?.attempts).toMatchObject([{ status: 301 }, { status: 301 }]);
});

test('a connection cut before the response is retried (WHK-2)', async () => {
  await using receiver = await openReceiver((response, _webhook, count) => {
    if (count === 1) response.destroy();
    else response.end();
  });
  const emulator = createEmulator({ now: START });
  await sendOne(emulator, { callback: receiver.url });
  await emulator.clock.advance('10s');
  expect(emulator.webhooks()).toMatchObject([
    {
      state: 'succeeded',
      attempts: [{ status: null, error: expect.any(String) as string }, { status: 200 }],
    },
  ]);
});
