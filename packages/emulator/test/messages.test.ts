import { api, message, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('the response to the smallest message has its text, sender, two identifiers and that it is not scheduled (MSG-5, MSG-6)', async ({
  emulator,
}) => {
  const { status, body } = await api.call(emulator, 'POST /message', { body: { messages: [message()] } });
  expect(status).toBe(200);
  expect(body).toEqual({
    messages: [
      {
        to: '447700900001',
        body: 'Hello',
        from: { type: 'custom', value: 'DEMO' },
        batchUuid: expect.stringMatching(UUID) as string,
        messageUuid: expect.stringMatching(UUID) as string,
        scheduled: false,
      },
    ],
  });
});

test('callback, channels and id are echoed unchanged (MSG-6)', async ({ emulator }) => {
  const echoed = {
    callback: 'https://shop.example/receipts?order=7',
    channels: ['rcs', 'sms'] as const,
    id: '11111111-2222-3333-4444-555555555555',
  };
  expect(await api.sendOne(emulator, echoed)).toMatchObject(echoed);
});

test('each message is alone in a batch of its own (MSG-7)', async ({ emulator }) => {
  const sent = await api.send(emulator, [{}, {}, {}]);
  expect(new Set(sent.map(({ batchUuid }) => batchUuid)).size).toBe(3);
  expect(new Set(sent.map(({ messageUuid }) => messageUuid)).size).toBe(3);
  for (const { batchUuid } of sent) {
    expect(await api.succeed(emulator, `GET /batch/${batchUuid}`)).toEqual({
      counts: { total: 1, delivered: 1, failed: 0 },
    });
  }
});

test("defaults fill what messages lack, and a message's own values always win (MSG-3)", async ({
  emulator,
}) => {
  const defaults = { from: { type: 'custom', value: 'DEMO' }, body: 'Default', channels: ['sms'] };
  const own = { to: '447700900002', body: 'Own', from: { type: 'custom', value: '447700900990' } };
  const body = { defaults, messages: [{ to: '447700900001' }, own] };
  const { messages } = await api.succeed<{ messages: unknown[] }>(emulator, 'POST /message', { body });
  expect(messages).toMatchObject([
    { to: '447700900001', body: 'Default', from: defaults.from, channels: ['sms'] },
    { ...own, channels: ['sms'] },
  ]);
});

test('a from set in the defaults appears in the returned messages, a shared one with the ID assigned (MSG-6, SND-2)', async ({
  emulator,
}) => {
  const body = { defaults: { from: { type: 'shared' }, body: 'Hi' }, messages: [{ to: '447700900001' }] };
  const { messages } = await api.succeed<{ messages: unknown[] }>(emulator, 'POST /message', { body });
  const value = expect.stringMatching(/^44770090098\d$/) as string;
  expect(messages).toMatchObject([{ from: { type: 'shared', value } }]);
});

test('validation runs on the merged messages: what defaults supply is not missing (MSG-4)', async ({
  emulator,
}) => {
  const { to, ...rest } = message();
  await api.succeed(emulator, 'POST /message', { body: { defaults: rest, messages: [{ to }] } });
  expect(await api.refuse(emulator, 'POST /message', { body: { messages: [{ to }] } })).toEqual({
    status: 400,
    code: 'invalid_request',
    issues: [
      { path: 'messages.0.from', message: 'is required' },
      { path: 'messages.0.body', message: 'is required' },
    ],
  });
});

test('members are not merged: the from of a message has no members of the default one (MSG-3)', async ({
  emulator,
}) => {
  const messages = [{ from: { type: 'custom' } }, { from: { type: 'shared' } }];
  const body = { defaults: message(), messages };
  const { issues } = await api.refuse(emulator, 'POST /message', { body });
  expect(issues).toMatchObject([{ path: 'messages.0.from.value', message: 'is required' }]);
});

test('an issue of the defaults is reported with the messages that it affects (MSG-4)', async ({
  emulator,
}) => {
  const body = {
    defaults: { ...message(), callback: 'nowhere', x: 1 },
    messages: [{}, { callback: 'https://a.example/' }],
  };
  const { issues } = await api.refuse(emulator, 'POST /message', { body });
  expect(issues?.map(({ path }) => path)).toEqual(['messages.0.callback', 'messages.0.x', 'messages.1.x']);
});

test('nothing limits how often a client may call (API-10)', async ({ emulator }) => {
  for (let count = 0; count < 1_000; count++) await api.sendOne(emulator);
  expect(emulator.messages({ state: 'delivered' })).toHaveLength(1_000);
});

test('a custom sender ID that the account does not own is refused (SND-1, ERR-2)', async ({ emulator }) => {
  const before = emulator.snapshot();
  for (const value of ['STRANGER', '447700900980', 'demo']) {
    const refusal = await api.refuseMessages(emulator, [{ from: { type: 'custom', value } }]);
    expect(refusal).toEqual({ status: 403, code: 'sender_not_owned' });
  }
  expect(emulator.snapshot()).toEqual(before);
});

test('the caller cannot choose a shared sender ID (SND-2, MSG-2)', async ({ emulator }) => {
  const refusal = await api.refuseMessages(emulator, [{ from: { type: 'shared', value: '447700900980' } }]);
  expect(refusal).toMatchObject({ status: 400, issues: [{ path: 'messages.0.from.value' }] });
});

test('numbers may have a plus, and are returned as requested (API-3)', async ({ emulator }) => {
  expect(await api.sendOne(emulator, { to: '+447700900001' })).toMatchObject({ to: '+447700900001' });
  expect(await api.sendOne(emulator, { to: '447700900001' })).toMatchObject({ to: '447700900001' });
  expect(emulator.handset('+447700900001').messages()).toHaveLength(2);
});
