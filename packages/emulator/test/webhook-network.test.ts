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

test.each([
  ['shop:p%C3%A4ss%3A', 'shop:päss:'],
  ['shop:100%', 'shop:100%'],
])(
  'the user name and the password in a URL with %s are sent as a header, as browsers and curl do it (WHK-7)',
  async (login, sent) => {
    await using receiver = await openReceiver();
    const emulator = createEmulator({ now: START });
    const callback = receiver.url.replace('//', `//${login}@`);
    expect(await api.sendOne(emulator, { callback })).toMatchObject({ callback });
    await emulator.clock.settle();
    const authorization = `Basic ${Buffer.from(sent).toString('base64')}`;
    expect(receiver.received).toMatchObject([{ url: '/', headers: { authorization } }]);
    expect(emulator.webhooks()).toMatchObject([{ url: callback, state: 'succeeded' }]);
  },
);

test('a URL that cannot be requested at all exhausts its delivery, with the reason in each attempt (WHK-3)', async () => {
  const emulator = createEmulator({ now: START });
  await api.sendOne(emulator, { callback: 'http://127.0.0.1:6000/' });
  await emulator.clock.advance('1h');
  const attempt = { status: null, error: 'bad port' };
  expect(emulator.webhooks()).toMatchObject([{ state: 'exhausted', attempts: Array(6).fill(attempt) }]);
});
