import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { hostOf } from '@messaging-service/emulator/host';
import { readConversation } from '@messaging-service/inspector/reads';
import { api, later, MINUTE, START, test } from '@messaging-service/test-support';
import { describe, expect } from 'vitest';

const HANDSET = '447700900123';
const mo_webhook_url = 'https://shop.example/inbound';
const shared = { type: 'shared' } as const;

test('a message to an owned sender ID is always received, reply or not (INB-1)', async ({
  emulator,
  received,
}) => {
  await api.edit(emulator, { mo: { mo_webhook_url } });
  const payload = emulator.handset(HANDSET).reply('Hello?', { to: 'DEMO' });
  await emulator.clock.settle();
  expect(payload).toMatchObject({ batch_uuid: null, message_uuid: null, channel: 'sms', to: 'DEMO' });
  expect(received.map(({ payload: body }) => body)).toEqual([payload]);
});

test('a reply belongs to the latest message from that sender ID to that handset (INB-3)', async ({
  emulator,
}) => {
  const [demoA, demoB, number] = await api.send(emulator, [
    { to: HANDSET, body: 'a' },
    { to: HANDSET, body: 'b' },
    { to: HANDSET, from: { type: 'custom', value: '447700900990' } },
    { to: '447700900124', body: 'c' },
  ]);
  const handset = emulator.handset(HANDSET);
  expect(handset.reply('to the latest of all').message_uuid).toBe(number?.messageUuid);
  expect(handset.reply('to DEMO', { to: 'DEMO' }).message_uuid).toBe(demoB?.messageUuid);
  expect(demoA?.messageUuid).not.toBe(demoB?.messageUuid);
});

test('a scheduled message cannot be replied to before it is sent (INB-3)', async ({ emulator }) => {
  const { messageUuid } = await api.sendOne(emulator, { to: HANDSET, send_at: later(10 * MINUTE) });
  const handset = emulator.handset(HANDSET);
  expect(() => handset.reply('early')).toThrow('cannot reply, because it has not received a message.');
  expect(handset.reply('early', { to: 'DEMO' }).message_uuid).toBe(null);
  await emulator.clock.advance(10 * MINUTE);
  expect(handset.reply('in time').message_uuid).toBe(messageUuid);
});

test('messages that were scheduled and sent later are later ones (INB-3)', async ({ emulator }) => {
  const scheduled = await api.sendOne(emulator, { to: HANDSET, send_at: later(10 * MINUTE) });
  await api.sendOne(emulator, { to: HANDSET });
  await emulator.clock.advance(10 * MINUTE);
  expect(emulator.handset(HANDSET).reply('?').message_uuid).toBe(scheduled.messageUuid);
});

test('a message to a sender ID without an owner is not delivered to any account (INB-1)', () => {
  const emulator = createEmulator({ now: START });
  const before = emulator.snapshot();
  for (const to of ['STRANGER', 'demo', '447700900980']) {
    expect(() => emulator.handset(HANDSET).reply('?', { to })).toThrow(/No account receives messages from/);
  }
  expect(emulator.snapshot()).toEqual(before);
});

test('a shared sender ID takes replies only: from the handset it is locked for, to the account it is locked to (INB-1)', async ({
  emulator,
}) => {
  const { from, messageUuid } = await api.sendOne(emulator, { to: HANDSET, from: shared });
  expect(emulator.handset(HANDSET).reply('YES', { to: from.value })).toMatchObject({
    account_uuid: emulator.account.identifier,
    message_uuid: messageUuid,
    to: from.value,
  });
  expect(() => emulator.handset('447700900124').reply('?', { to: from.value })).toThrow(/No account/);
});

test('every inbound message has an identifier of its own and the time of receipt (INB-2)', async ({
  emulator,
}) => {
  const handset = emulator.handset(`+${HANDSET}`);
  const first = handset.reply('1', { to: 'DEMO' });
  await emulator.clock.advance(1_234);
  const second = handset.reply('1', { to: 'DEMO' });
  expect(first.mo_uuid).not.toBe(second.mo_uuid);
  expect([first.at, second.at]).toEqual([START, '2026-03-01T09:00:01.234Z']);
  expect([first.from, second.from]).toEqual([447700900123, 447700900123]);
});

test('without a webhook URL, or once it is unset, nothing is sent (INB-4, ACC-5)', async ({
  emulator,
  received,
}) => {
  const reply = async () => {
    emulator.handset(HANDSET).reply('x', { to: 'DEMO' });
    await emulator.clock.settle();
  };
  await reply();
  await api.edit(emulator, { mo: { mo_webhook_url } });
  await reply();
  await api.edit(emulator, { mo: { mo_webhook_url: '' } });
  await reply();
  expect(received).toHaveLength(1);
  expect(emulator.journal().filter(({ fact }) => fact.type === 'inbound-received')).toHaveLength(3);
});

test('a reply to a sender ID that changed its account does not name a message of the former one (INB-3)', async () => {
  const sender = '447700900980';
  const emulator = createEmulator({
    now: START,
    sharedSenders: [sender],
    accounts: [
      { name: 'Former', credits: 1 },
      { name: 'New', senders: ['SHOP'] },
    ],
  });
  const [former, next] = emulator.accounts.map(({ identifier }) => identifier);
  await api.sendOne(emulator, { to: HANDSET, from: shared });
  emulator.setSharedSenders([]);
  await api.call(emulator, `DELETE /account/${former}`);
  emulator.registerSender(next ?? '', sender);
  expect(emulator.handset(HANDSET).reply('YES')).toMatchObject({
    account_uuid: next,
    message_uuid: null,
    batch_uuid: null,
    to: sender,
  });
});

test('a failed message that was sent can be replied to; one that no provider accepted cannot (INB-3)', async ({
  emulator,
}) => {
  const { messageUuid } = await api.sendOne(emulator, { to: '447700900702' });
  await api.sendOne(emulator, { to: '447700900800' });
  expect(emulator.handset('447700900702').reply('STOP').message_uuid).toBe(messageUuid);
  expect(() => emulator.handset('447700900800').reply('?')).toThrow('it has not received a message');
});

test.each(['', 'abc', '0123456789', '123', '1234567890123456', '4477 0090'])(
  '%j is not a number that a handset can have, because E.164 cannot express it (API-3)',
  (number) => {
    const emulator = createEmulator({ now: START });
    const before = emulator.snapshot();
    expect(() => emulator.handset(number).reply('?', { to: 'DEMO' })).toThrow(/number/);
    expect(emulator.snapshot()).toEqual(before);
  },
);

describe('a reply to an account without a webhook URL (INB-1)', () => {
  /** The messages and replies of the handset, in their order. */
  const conversation = (emulator: Emulator) =>
    readConversation(hostOf(emulator).service.core.state, HANDSET, { limit: 1_000 });
  const replies = (emulator: Emulator) =>
    conversation(emulator).lines.flatMap((line) => ('message' in line ? line.message : []));

  test('is kept, however many facts there are after it', async () => {
    const emulator = createEmulator({ now: START, journalLimit: 5 });
    await api.sendOne(emulator, { to: HANDSET });
    emulator.handset(HANDSET).reply('YES');
    for (let count = 0; count < 10; count++) await api.sendOne(emulator);
    expect(replies(emulator)).toEqual(['YES']);
  });

  test('is in its place between the messages of the same instant', async ({ emulator }) => {
    await api.sendOne(emulator, { to: HANDSET, body: 'First' });
    emulator.handset(HANDSET).reply('YES');
    await api.sendOne(emulator, { to: HANDSET, body: 'Second' });
    expect(conversation(emulator).lines).toMatchObject([
      { body: 'First' },
      { message: 'YES' },
      { body: 'Second' },
    ]);
  });

  test('is part of a snapshot, in its place between the messages (EMU-7)', async ({ emulator }) => {
    await api.sendOne(emulator, { to: HANDSET, body: 'First' });
    emulator.handset(HANDSET).reply('YES');
    await api.sendOne(emulator, { to: HANDSET, body: 'Second' });
    const restored = createEmulator();
    restored.restore(JSON.parse(JSON.stringify(emulator.snapshot())) as never);
    expect(replies(restored)).toEqual(['YES']);
    expect(conversation(restored)).toEqual(conversation(emulator));
  });
});
