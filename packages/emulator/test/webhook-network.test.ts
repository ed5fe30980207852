import { createEmulator } from '@messaging-service/emulator';
import { api, openReceiver, START } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

test('a receipt reaches a real receiver as a POST with JSON (WHK-1)', async () => {
  await using receiver = await openReceiver((response) => response.end());
  const emulator = createEmulator({ now: START });
  const { messageUuid } = await api.sendOne(emulator, { callback: `${receiver.url}/receipts?a=b` });
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

test('a connection cut before the response is retried (WHK-2)', async () => {
  await using receiver = await openReceiver((response, _webhook, count) => {
    if (count === 1) response.destroy();
    else response.end();
  });
  const emulator = createEmulator({ now: START });
  await api.sendOne(emulator, { callback: receiver.url });
  await emulator.clock.advance('10s');
  expect(emulator.webhooks()).toMatchObject([
    {
      state: 'succeeded',
      attempts: [{ status: null, error: expect.any(String) as string }, { status: 200 }],
    },
  ]);
});
