import { api, paidBelow, receiving, START, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

const callback = 'https://shop.example/receipts?shop=7';
const mo_webhook_url = 'https://shop.example/inbound';
const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string;

test.for([
  { to: '447700900001', delivered: true, receiptInfo: { code: '00', description: 'Successful' } },
  {
    to: '+447700900822',
    delivered: false,
    receiptInfo: { code: '22', description: 'No response from the SME (e.g. phone switched off)' },
  },
])(
  'the receipt of a message to $to is exactly that of the specification (RCP-5, RCP-6, API-3)',
  async ({ to, ...result }, { emulator, received }) => {
    const { batchUuid: batchuuid, messageUuid: messageuuid } = await api.sendOne(emulator, { to, callback });
    await emulator.clock.settle();
    const destination = `+${to.replace('+', '')}`;
    expect(received.map(({ payload }) => payload)).toEqual([
      { destination, batchuuid, messageuuid, ...result },
    ]);
  },
);

test('a message that no provider accepted has the same webhook (RCP-6, MSG-14)', async ({
  emulator,
  received,
}) => {
  await api.sendOne(emulator, { to: '447700900800', callback });
  await emulator.clock.settle();
  expect(received[0]?.payload).toMatchObject({ delivered: false, receiptInfo: { code: '40' } });
});

test('a receipt is sent exactly when the message is marked (RCP-6)', async () => {
  const { emulator, received } = receiving({ carrier: { after: '3s' } });
  await api.sendOne(emulator, { callback });
  await emulator.clock.advance(2_999);
  expect(received).toHaveLength(0);
  await emulator.clock.advance(1);
  expect(received).toHaveLength(1);
  expect(emulator.webhooks()[0]?.attempts).toMatchObject([{ at: '2026-03-01T09:00:03.000Z', status: 200 }]);
});

test('without a callback there is no receipt webhook (RCP-6)', async ({ emulator, received }) => {
  await api.sendBatch(emulator);
  await emulator.clock.settle();
  expect(received).toHaveLength(0);
  expect(emulator.webhooks()).toEqual([]);
});

test('the inbound webhook is exactly that of the specification (INB-2, API-3, API-5)', async () => {
  const { emulator, received } = receiving({
    now: '2026-01-01T09:30Z',
    accounts: [{ senders: ['447700900990'], credits: 5, mo: { mo_webhook_url } }],
  });
  const from = { type: 'custom', value: '447700900990' } as const;
  const { batchUuid, messageUuid } = await api.sendOne(emulator, { to: '447700900123', from });
  const payload = emulator.handset('447700900123').reply('Yes, please – “10 o’clock” 👍');
  await emulator.clock.settle();
  expect(payload).toEqual({
    account_uuid: emulator.account.identifier,
    batch_uuid: batchUuid,
    message_uuid: messageUuid,
    mo_uuid: UUID,
    channel: 'sms',
    message: 'Yes, please – “10 o’clock” 👍',
    at: '2026-01-01T09:30:00.000Z',
    from: 447700900123,
    to: '447700900990',
  });
  expect(received).toMatchObject([{ url: mo_webhook_url, payload }]);
});

test('the credit notification is exactly that of the specification (NTF-1)', async ({
  emulator,
  received,
}) => {
  const url = 'https://shop.example/credits';
  const uuid = emulator.createNotification(emulator.account.identifier, paidBelow(1_000, url));
  await api.sendOne(emulator);
  await emulator.clock.settle();
  expect(received).toMatchObject([{ url, method: 'POST' }]);
  expect(received[0]?.payload).toEqual({
    notification_uuid: uuid,
    account_uuid: emulator.account.identifier,
    threshold_type: 'paid_fixed_number',
    threshold_value: 1_000,
    paid_credit_balance: 999,
    packaged_credit_balance: 0,
  });
});

test('deliveries are listed with kind, account, URL, payload, state and attempts (EMU-13)', async ({
  emulator,
}) => {
  await api.edit(emulator, { mo: { mo_webhook_url } });
  await api.sendOne(emulator, { callback });
  emulator.handset('447700900001').reply('YES');
  expect(emulator.webhooks({ state: 'pending' })).toMatchObject([{ kind: 'inbound-message', attempts: [] }]);
  await emulator.clock.settle();
  expect(emulator.webhooks({ kind: 'delivery-receipt' })).toEqual([
    {
      id: UUID,
      kind: 'delivery-receipt',
      accountUuid: emulator.account.identifier,
      url: callback,
      payload: expect.objectContaining({ delivered: true }) as unknown,
      state: 'succeeded',
      attempts: [{ at: START, status: 200, error: null, headers: { 'content-type': 'application/json' } }],
    },
  ]);
  expect(emulator.webhooks({ account: emulator.account.identifier, limit: 1 })).toHaveLength(1);
  expect(emulator.webhooks({ state: 'exhausted' })).toEqual([]);
});
